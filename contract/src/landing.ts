// Landing pages: their versions, publishing, and results (docs/promotion.md).
import { declare } from './call.ts'
import type * as schema from './landing.schema.ts'

export const landingList = declare<typeof schema.landingList>('landingList', {
  method: 'GET',
  path: '/promotion/landing/list',
  level: 'read',
  menu: 'promotion.landing',
  exportable: true,
})

/** A page with its versions, and the figures of each phase. */
export const landingInfo = declare<typeof schema.landingInfo>('landingInfo', {
  method: 'GET',
  path: '/promotion/landing/info',
  level: 'read',
  menu: 'promotion.landing',
  codes: [10032],
})

/** Adds a page with its first version; its key and channel stay. */
export const landingSave = declare<typeof schema.landingSave>('landingSave', {
  method: 'POST',
  path: '/promotion/landing/save',
  encoding: 'json',
  level: 'write',
  menu: 'promotion.landing',
  operation: 'landing.save',
  creates: true,
  codes: [10032, 1000002],
})

/** Changes the newest version; if that was published, adds the next one. */
export const landingUpdate = declare<typeof schema.landingUpdate>('landingUpdate', {
  method: 'POST',
  path: '/promotion/landing/update',
  encoding: 'json',
  level: 'write',
  menu: 'promotion.landing',
  operation: 'landing.update',
  codes: [10032, 20000],
})

/** Shows one version, or two in a split, from now on: a new phase begins. */
export const landingPublish = declare<typeof schema.landingPublish>('landingPublish', {
  method: 'POST',
  path: '/promotion/landing/publish',
  level: 'write',
  menu: 'promotion.landing',
  operation: 'landing.publish',
  creates: true,
  codes: [10032, 20000, 1000002],
})

export const landingUnpublish = declare<typeof schema.landingUnpublish>('landingUnpublish', {
  method: 'POST',
  path: '/promotion/landing/unpublish',
  level: 'write',
  menu: 'promotion.landing',
  operation: 'landing.unpublish',
  codes: [10032, 20000],
})
