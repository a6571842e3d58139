// Logging in, the session, and what belongs to the person signed in: language, views, uploads, exports.
import type * as schema from './access.schema.ts'
import { declare } from './call.ts'

/** Two steps where a role asks for a second factor (wire.md, Logging in). */
export const login = declare<typeof schema.login>('login', {
  method: 'POST',
  path: '/sys/login',
  level: 'public',
  operation: 'session.login',
  codes: [10005, 11003, 12001, 12002, 12003, 12005, 12006, 30003, 30004, 30006, 290010, 1000027],
})

export const userInfo = declare<typeof schema.userInfo>('userInfo', {
  method: 'GET',
  path: '/sys/user/info/login',
  level: 'signed-in',
  tokenParam: true,
})

export const logout = declare<typeof schema.logout>('logout', {
  method: 'POST',
  path: '/sys/user/logout',
  level: 'signed-in',
  operation: 'session.logout',
})

export const menuNav = declare<typeof schema.menuNav>('menuNav', {
  method: 'POST',
  path: '/sys/menu/nav',
  level: 'signed-in',
  tokenParam: true,
})

/** Ends every other session of the account. */
export const passwordChange = declare<typeof schema.passwordChange>('passwordChange', {
  method: 'POST',
  path: '/sys/user/password',
  level: 'signed-in',
  operation: 'account.password',
  codes: [10005, 12005, 12007],
})

export const languageChoose = declare<typeof schema.languageChoose>('languageChoose', {
  method: 'POST',
  path: '/sys/user/language',
  level: 'signed-in',
  operation: 'account.language',
})

export const sessionList = declare<typeof schema.sessionList>('sessionList', {
  method: 'GET',
  path: '/sys/session/list',
  level: 'signed-in',
})

export const sessionEnd = declare<typeof schema.sessionEnd>('sessionEnd', {
  method: 'POST',
  path: '/sys/session/end',
  level: 'signed-in',
  operation: 'session.end',
  codes: [10032],
})

export const viewList = declare<typeof schema.viewList>('viewList', {
  method: 'GET',
  path: '/sys/view/list',
  level: 'signed-in',
})

export const viewSave = declare<typeof schema.viewSave>('viewSave', {
  method: 'POST',
  path: '/sys/view/save',
  level: 'signed-in',
  operation: 'view.save',
  codes: [10027, 10032],
})

export const viewDelete = declare<typeof schema.viewDelete>('viewDelete', {
  method: 'POST',
  path: '/sys/view/delete',
  level: 'signed-in',
  operation: 'view.delete',
  codes: [10032],
})

/** A picture, checked by content, re-encoded without metadata. Its purpose names the menu that must be read-write. */
export const fileUpload = declare<typeof schema.fileUpload>('fileUpload', {
  method: 'POST',
  path: '/sys/file/upload',
  encoding: 'multipart',
  level: 'signed-in',
  operation: 'file.upload',
})

export const exportStatus = declare<typeof schema.exportStatus>('exportStatus', {
  method: 'POST',
  path: '/sys/export/status',
  level: 'signed-in',
  codes: [10032],
})

export const exportCancel = declare<typeof schema.exportCancel>('exportCancel', {
  method: 'POST',
  path: '/sys/export/cancel',
  level: 'signed-in',
  operation: 'export.cancel',
  codes: [10032, 20000],
})

export const exportList = declare<typeof schema.exportList>('exportList', {
  method: 'GET',
  path: '/sys/export/list',
  level: 'signed-in',
})

export const home = declare<typeof schema.home>('home', {
  method: 'GET',
  path: '/sys/home',
  level: 'signed-in',
})

/** Whether a simulated live app runs on this server, how far its history is told, and who shows it to visitors. */
export const demo = declare<typeof schema.demo>('demo', {
  method: 'GET',
  path: '/sys/demo',
  level: 'public',
})
