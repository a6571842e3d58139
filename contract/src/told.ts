// What an account is told: the bell of every page; and how else, and when not, which is its own choice.
import { declare, everyAccount } from './call.ts'
import type * as schema from './told.schema.ts'

export const toldSettings = declare<typeof schema.toldSettings>('toldSettings', {
  method: 'GET',
  path: '/sys/told/settings',
  level: 'signed-in',
  for: everyAccount,
})

/** Topics that are not named stay as they are. */
export const toldSettingsSave = declare<typeof schema.toldSettingsSave>('toldSettingsSave', {
  method: 'POST',
  path: '/sys/told/settings/save',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.told',
})

/** What the caller was told, the newest first. */
export const noticeList = declare<typeof schema.noticeList>('noticeList', {
  method: 'GET',
  path: '/sys/notice/list',
  level: 'signed-in',
  for: everyAccount,
})

/** How many of them are unread. */
export const noticeUnread = declare<typeof schema.noticeUnread>('noticeUnread', {
  method: 'GET',
  path: '/sys/notice/unread',
  level: 'signed-in',
  for: everyAccount,
})

/** Marks one as read, or all up to now. Nothing of it is logged: it changes nothing but the reader's own list. */
export const noticeRead = declare<typeof schema.noticeRead>('noticeRead', {
  method: 'POST',
  path: '/sys/notice/read',
  level: 'signed-in',
  for: everyAccount,
  codes: [10032],
})

/** The key with which a browser subscribes at its push service; made when it is first asked for. */
export const pushKey = declare<typeof schema.pushKey>('pushKey', {
  method: 'POST',
  path: '/sys/told/push/key',
  level: 'signed-in',
  for: everyAccount,
})

/** The browsers that the caller turned on, each until its session ends. */
export const pushList = declare<typeof schema.pushList>('pushList', {
  method: 'GET',
  path: '/sys/told/push/list',
  level: 'signed-in',
  for: everyAccount,
})

/** Turns on notifications in this browser for the caller and this session. They move to the caller if another account had them on here. */
export const pushSubscribe = declare<typeof schema.pushSubscribe>('pushSubscribe', {
  method: 'POST',
  path: '/sys/told/push/subscribe',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.pushOn',
  creates: true,
  codes: [20000],
})

export const pushRemove = declare<typeof schema.pushRemove>('pushRemove', {
  method: 'POST',
  path: '/sys/told/push/remove',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.pushOff',
  codes: [10032],
})
