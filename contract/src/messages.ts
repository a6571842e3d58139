// System messages (spec section 3, Messages).
import { declare } from './call.ts'
import type * as schema from './messages.schema.ts'

const menu = 'official.message'
const contentCodes = [80001, 80002, 80003, 80004, 80007, 80008, 80009, 80010, 80011] as const
const fieldCodes = { audience: 80001, type: 80002, sendType: 80003, texts: 80010 } as const
const reasoned = { reason: 11004 } as const
/** 100,000 ids of 16 digits, and the content. */
const most = { bytes: 2_500_000, values: 101_000 } as const

export const messageList = declare<typeof schema.messageList>('messageList', {
  method: 'POST',
  path: '/official/message/list',
  level: 'read',
  menu,
  exportable: true,
})

export const messageInfo = declare<typeof schema.messageInfo>('messageInfo', {
  method: 'GET',
  path: '/official/message/info',
  level: 'read',
  menu,
  codes: [10032],
})

export const messageSave = declare<typeof schema.messageSave>('messageSave', {
  method: 'POST',
  path: '/official/message/save',
  encoding: 'json',
  most,
  level: 'write',
  menu,
  operation: 'message.save',
  creates: true,
  codes: contentCodes,
  fieldCodes,
})

export const messageUpdate = declare<typeof schema.messageUpdate>('messageUpdate', {
  method: 'POST',
  path: '/official/message/update',
  encoding: 'json',
  most,
  level: 'write',
  menu,
  operation: 'message.update',
  codes: [...contentCodes, 10032, 20000, 80012],
  fieldCodes,
})

export const messageSize = declare<typeof schema.messageSize>('messageSize', {
  method: 'POST',
  path: '/official/message/size',
  encoding: 'json',
  most,
  level: 'read',
  menu,
  codes: [80001],
  fieldCodes: { audience: 80001 },
})

export const messageTest = declare<typeof schema.messageTest>('messageTest', {
  method: 'POST',
  path: '/official/message/test',
  level: 'write',
  menu,
  operation: 'message.test',
  creates: true,
  codes: [10032, 290005],
})

export const messagePause = declare<typeof schema.messagePause>('messagePause', {
  method: 'POST',
  path: '/official/message/pause',
  level: 'write',
  menu,
  operation: 'message.pause',
  codes: [10032, 20000],
})

export const messageResume = declare<typeof schema.messageResume>('messageResume', {
  method: 'POST',
  path: '/official/message/resume',
  level: 'write',
  menu,
  operation: 'message.resume',
  codes: [10032, 20000],
})

export const messageStop = declare<typeof schema.messageStop>('messageStop', {
  method: 'POST',
  path: '/official/message/stop',
  level: 'write',
  menu,
  operation: 'message.stop',
  codes: [10032, 11004, 20000],
  fieldCodes: reasoned,
})

export const messageDelete = declare<typeof schema.messageDelete>('messageDelete', {
  method: 'POST',
  path: '/official/message/delete',
  level: 'write',
  menu,
  operation: 'message.delete',
  codes: [10032, 11004, 20000],
  fieldCodes: reasoned,
})

export const messageMissed = declare<typeof schema.messageMissed>('messageMissed', {
  method: 'POST',
  path: '/official/message/missed',
  level: 'read',
  menu,
  exportable: true,
})

export const messageAccounts = declare<typeof schema.messageAccounts>('messageAccounts', {
  method: 'POST',
  path: '/official/message/accounts',
  level: 'read',
  menu,
})
