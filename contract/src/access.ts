// Log-in, the session, and what belongs to the signed-in user: language, views, uploads, exports.
import type * as schema from './access.schema.ts'
import { declare, everyAccount } from './call.ts'

/** Two steps if a role requires a second factor. */
export const login = declare<typeof schema.login>('login', {
  method: 'POST',
  path: '/sys/login',
  level: 'public',
  operation: 'session.login',
  codes: [10005, 10027, 11003, 12001, 12002, 12003, 12005, 12006, 20000, 30003, 30004, 30006, 290010, 1000027],
})

/** A captcha for `login` after several failures. */
export const captchaNew = declare<typeof schema.captchaNew>('captchaNew', {
  method: 'GET',
  path: '/sys/captcha',
  level: 'public',
})

/**
 * Sets a first or forgotten password with the code that `smsSend` (`validate=reset`) sent to the account's phone, and
 * ends all its sessions. Without the right code, the answer doesn't reveal whether the account exists.
 */
export const passwordReset = declare<typeof schema.passwordReset>('passwordReset', {
  method: 'POST',
  path: '/sys/user/password/reset',
  level: 'public',
  operation: 'account.reset',
  codes: [12001, 12002, 12007, 30010, 30022],
  fieldCodes: { areaCode: 30022, smsCode: 12001 },
})

/**
 * What a link for a password is good for, for its page: the link is not used up. The token is in the body, since addresses are logged.
 */
export const linkInfo = declare<typeof schema.linkInfo>('linkInfo', {
  method: 'POST',
  path: '/sys/user/password/link/info',
  level: 'public',
})

/** Sends a code to the number that an invited account was made with. */
export const linkCode = declare<typeof schema.linkCode>('linkCode', {
  method: 'POST',
  path: '/sys/user/password/link/code',
  level: 'public',
  operation: 'sms.send',
  creates: true,
  codes: [11001, 11002, 12002, 12003, 1000104, 1000174, 1000175],
})

/**
 * Sets the first or a new password of an account with a link. With a right that counts, its holder has the link from the maker of the request
 * and the code from who approved it, so that neither of the two learns a credential; a link that one account made alone needs no code.
 */
export const passwordByLink = declare<typeof schema.passwordByLink>('passwordByLink', {
  method: 'POST',
  path: '/sys/user/password/link',
  level: 'public',
  operation: 'account.link',
  codes: [12002, 12007],
})

export const userInfo = declare<typeof schema.userInfo>('userInfo', {
  method: 'GET',
  path: '/sys/user/info/login',
  level: 'signed-in',
  for: everyAccount,
  tokenParam: true,
})

export const logout = declare<typeof schema.logout>('logout', {
  method: 'POST',
  path: '/sys/user/logout',
  level: 'signed-in',
  for: everyAccount,
  operation: 'session.logout',
})

export const menuNav = declare<typeof schema.menuNav>('menuNav', {
  method: 'POST',
  path: '/sys/menu/nav',
  level: 'signed-in',
  for: everyAccount,
  tokenParam: true,
})

/** Ends every other session of the account. */
export const passwordChange = declare<typeof schema.passwordChange>('passwordChange', {
  method: 'POST',
  path: '/sys/user/password',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.password',
  creates: 'optional',
  codes: [10005, 12005, 12007],
})

/** Sends a code to the caller's own phone, for an action that asks for one. */
export const ownCodeSend = declare<typeof schema.ownCodeSend>('ownCodeSend', {
  method: 'POST',
  path: '/sys/user/code',
  level: 'signed-in',
  for: everyAccount,
  operation: 'sms.send',
  creates: true,
  codes: [11001, 11002, 12003, 1000104, 1000174, 1000175],
})

export const languageChoose = declare<typeof schema.languageChoose>('languageChoose', {
  method: 'POST',
  path: '/sys/user/language',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.language',
})

export const sessionList = declare<typeof schema.sessionList>('sessionList', {
  method: 'GET',
  path: '/sys/session/list',
  level: 'signed-in',
  for: everyAccount,
})

export const sessionEnd = declare<typeof schema.sessionEnd>('sessionEnd', {
  method: 'POST',
  path: '/sys/session/end',
  level: 'signed-in',
  for: everyAccount,
  operation: 'session.end',
  codes: [10032],
})

/**
 * What became of a call whose answer was lost: waits while it runs. If it wasn't done, its id is used up, so that it can't be done later
 * either.
 */
export const operationSettle = declare<typeof schema.operationSettle>('operationSettle', {
  method: 'POST',
  path: '/sys/operation/settle',
  level: 'signed-in',
  for: everyAccount,
})

/** The caller's own views of a screen, and those that colleagues share with everyone who has its menu. */
export const viewList = declare<typeof schema.viewList>('viewList', {
  method: 'GET',
  path: '/sys/view/list',
  level: 'signed-in',
  for: everyAccount,
})

/** Adds a view or changes one of the caller's own; to share it, the screen must be a menu the caller has (10026). */
export const viewSave = declare<typeof schema.viewSave>('viewSave', {
  method: 'POST',
  path: '/sys/view/save',
  level: 'signed-in',
  for: everyAccount,
  operation: 'view.save',
  creates: true,
  codes: [10027, 10032],
})

/** The caller's own view; an administrator may also delete a shared one. */
export const viewDelete = declare<typeof schema.viewDelete>('viewDelete', {
  method: 'POST',
  path: '/sys/view/delete',
  level: 'signed-in',
  for: everyAccount,
  operation: 'view.delete',
  codes: [10032],
})

/** A picture, checked by content, re-encoded without metadata. Its purpose determines the menu, which must be read-write. */
export const fileUpload = declare<typeof schema.fileUpload>('fileUpload', {
  method: 'POST',
  path: '/sys/file/upload',
  encoding: 'multipart',
  level: 'signed-in',
  for: everyAccount,
  operation: 'file.upload',
  creates: true,
})

export const exportStatus = declare<typeof schema.exportStatus>('exportStatus', {
  method: 'POST',
  path: '/sys/export/status',
  level: 'signed-in',
  for: everyAccount,
  codes: [10032],
})

export const exportCancel = declare<typeof schema.exportCancel>('exportCancel', {
  method: 'POST',
  path: '/sys/export/cancel',
  level: 'signed-in',
  for: everyAccount,
  operation: 'export.cancel',
  codes: [10032, 20000],
})

export const exportList = declare<typeof schema.exportList>('exportList', {
  method: 'GET',
  path: '/sys/export/list',
  level: 'signed-in',
  for: everyAccount,
})

export const home = declare<typeof schema.home>('home', {
  method: 'GET',
  path: '/sys/home',
  level: 'signed-in',
  for: everyAccount,
})

/**
 * Whether a simulated live app runs on this server, the progress of its history, and the demo accounts.
 */
export const demo = declare<typeof schema.demo>('demo', {
  method: 'GET',
  path: '/sys/demo',
  level: 'public',
})

/** Sends a six-digit code; `validate` is its purpose. */
export const smsSend = declare<typeof schema.smsSend>('smsSend', {
  method: 'POST',
  path: '/union/sms/send',
  encoding: 'json',
  level: 'public',
  operation: 'sms.send',
  creates: 'optional',
  codes: [11001, 11002, 12003, 30010, 30022, 1000027, 1000104, 1000174, 1000175],
  fieldCodes: { phoneNumber: 30022, areaCode: 30022 },
})
