// A person's data: deletions, legal holds, who read it, how long it is kept, and the archive of it.
import { declare } from './call.ts'
import type * as schema from './privacy.schema.ts'

const menu = 'users.deletions' as const

/** Deletions, newest first. */
export const deletionList = declare<typeof schema.deletionList>('deletionList', {
  method: 'GET',
  path: '/user/deletion/list',
  level: 'read',
  menu,
  exportable: true,
})

/** Requests that everything about a user be erased; a second member of staff approves, then 30 days begin. */
export const deletionAsk = declare<typeof schema.deletionAsk>('deletionAsk', {
  method: 'POST',
  path: '/user/deletion/ask',
  level: 'write',
  menu,
  operation: 'user.delete',
  creates: true,
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/** Ends a deletion that has not begun to erase, the user's own included. */
export const deletionCancel = declare<typeof schema.deletionCancel>('deletionCancel', {
  method: 'POST',
  path: '/user/deletion/cancel',
  level: 'write',
  menu,
  operation: 'user.deletionCancel',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** The state of a person's data: a deletion and what it waits for, holds, and who opened the page. */
export const personData = declare<typeof schema.personData>('personData', {
  method: 'GET',
  path: '/user/data/info',
  level: 'read',
  menu: 'users.list',
  codes: [10032],
})

/** Begins the archive of everything that is known of a person, by the declarations of the tables, for them; logged, and kept like an export. */
export const personArchive = declare<typeof schema.personArchive>('personArchive', {
  method: 'POST',
  path: '/user/data/archive',
  level: 'write',
  menu,
  operation: 'user.archive',
  creates: true,
  codes: [11004, 21001],
  fieldCodes: { reason: 11004 },
})

/** A legal hold: nothing of the person is erased or removed for its age. */
export const holdSave = declare<typeof schema.holdSave>('holdSave', {
  method: 'POST',
  path: '/user/hold/save',
  level: 'write',
  menu,
  operation: 'user.hold',
  creates: true,
  codes: [11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

export const holdEnd = declare<typeof schema.holdEnd>('holdEnd', {
  method: 'POST',
  path: '/user/hold/end',
  level: 'write',
  menu,
  operation: 'user.holdEnd',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** How long each kind of data is kept, and what was removed for its age. */
export const retentionInfo = declare<typeof schema.retentionInfo>('retentionInfo', {
  method: 'GET',
  path: '/user/deletion/retention',
  level: 'read',
  menu,
})
