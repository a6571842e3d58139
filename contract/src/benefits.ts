// Registration benefits: tokens and free call minutes for new users (docs/promotion.md).
import type * as schema from './benefits.schema.ts'
import { declare } from './call.ts'

export const benefitList = declare<typeof schema.benefitList>('benefitList', {
  method: 'GET',
  path: '/promotion/benefit/list',
  level: 'read',
  menu: 'promotion.benefit',
  exportable: true,
})

export const benefitInfo = declare<typeof schema.benefitInfo>('benefitInfo', {
  method: 'GET',
  path: '/promotion/benefit/info',
  level: 'read',
  menu: 'promotion.benefit',
  codes: [10032],
})

/** The recipients of a benefit, newest first. */
export const benefitGrantList = declare<typeof schema.benefitGrantList>('benefitGrantList', {
  method: 'GET',
  path: '/promotion/benefit/grants',
  level: 'read',
  menu: 'promotion.benefit',
})

/** Requests a benefit: it takes effect once a second member of staff has approved it, and never changes. */
export const benefitSave = declare<typeof schema.benefitSave>('benefitSave', {
  method: 'POST',
  path: '/promotion/benefit/save',
  level: 'write',
  menu: 'promotion.benefit',
  operation: 'benefit.save',
  money: { does: 'creates', alone: 'never' },
  creates: true,
  codes: [90004, 10032, 1000002, 11004],
  fieldCodes: { tokens: 90004, budgetTokens: 90004, reason: 11004 },
})

/** It is no longer granted; existing grants remain. */
export const benefitStop = declare<typeof schema.benefitStop>('benefitStop', {
  method: 'POST',
  path: '/promotion/benefit/stop',
  level: 'write',
  menu: 'promotion.benefit',
  operation: 'benefit.stop',
  money: { does: 'prices', alone: { because: 'lowersOnly' } },
  codes: [10032, 20000, 11004],
  fieldCodes: { reason: 11004 },
})
