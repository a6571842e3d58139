// Promotional content in the app: banners, activities and adverts, and the accounts that speak for the platform (docs/official.md).
import { declare } from './call.ts'
import type * as schema from './official.schema.ts'
import { callsOf } from './record.ts'
import { officialAccount } from './records/official.ts'

/** One call for three screens: the payload's `kind` names the menu. */
const menuBy = { banner: 'official.banner', activity: 'official.activity', advert: 'official.advert' } as const

export const placementList = declare<typeof schema.placementList>('placementList', {
  method: 'POST',
  path: '/official/placement/list',
  level: 'read',
  menuBy,
  exportable: true,
})

export const placementInfo = declare<typeof schema.placementInfo>('placementInfo', {
  method: 'GET',
  path: '/official/placement/info',
  level: 'read',
  menuBy,
  codes: [10032],
})

export const placementSave = declare<typeof schema.placementSave>('placementSave', {
  method: 'POST',
  path: '/official/placement/save',
  level: 'write',
  menuBy,
  operation: 'placement.save',
  creates: true,
  codes: [90001, 90002],
  fieldCodes: { texts: 90001 },
})

export const placementUpdate = declare<typeof schema.placementUpdate>('placementUpdate', {
  method: 'POST',
  path: '/official/placement/update',
  level: 'write',
  menuBy,
  operation: 'placement.update',
  codes: [10032, 20000, 90001, 90002],
  fieldCodes: { texts: 90001 },
})

export const placementEnable = declare<typeof schema.placementEnable>('placementEnable', {
  method: 'POST',
  path: '/official/placement/enable',
  level: 'write',
  menuBy,
  operation: 'placement.enable',
  codes: [10032, 20000],
})

export const placementDelete = declare<typeof schema.placementDelete>('placementDelete', {
  method: 'POST',
  path: '/official/placement/delete',
  level: 'write',
  menuBy,
  operation: 'placement.delete',
  codes: [10032, 11004, 90006],
  fieldCodes: { reason: 11004 },
})

export const placementOrder = declare<typeof schema.placementOrder>('placementOrder', {
  method: 'POST',
  path: '/official/placement/order',
  level: 'write',
  menuBy,
  operation: 'placement.order',
  codes: [20000],
})

export const placementShown = declare<typeof schema.placementShown>('placementShown', {
  method: 'POST',
  path: '/official/placement/shown',
  level: 'read',
  menuBy,
})

export const officialAccountCalls = callsOf<typeof schema.officialAccountCalls>(officialAccount, {
  save: { codes: [10027, 10032] },
})

export const officialWriters = declare<typeof schema.officialWriters>('officialWriters', {
  method: 'POST',
  path: '/official/account/writers',
  level: 'read',
  menu: 'official.account',
})
