// The System area: gift templates, whitelist, versions and countries.
import { declare } from './call.ts'
import { callsOf } from './record.ts'
import { country, giftTemplate, version, whitelist } from './records/system.ts'
import type * as schema from './systemRecords.schema.ts'

const giftFields = { name: 70001 } as const

/** One enabled template per scene (90006). */
export const giftTemplateCalls = callsOf<typeof schema.giftTemplateCalls>(giftTemplate, {
  save: { codes: [10032, 70001, 70004, 70005, 70006, 70007, 90003], fieldCodes: giftFields },
  update: { codes: [70001, 70004, 70005, 70006, 70007, 90003, 90006], fieldCodes: giftFields },
  turn: { codes: [90006] },
  delete: { codes: [90006] },
})

export const giftTemplateGifts = declare<typeof schema.giftTemplateGifts>('giftTemplateGifts', {
  method: 'GET',
  path: '/sys/giftTemplate/gifts',
  level: 'read',
  menu: 'system.giftTemplate',
})

export const whitelistCalls = callsOf<typeof schema.whitelistCalls>(whitelist, {
  save: { codes: [10027, 20000, 21001] },
  // A later end waits for a second account.
  update: { creates: true },
  delete: { over: { whitelistList: 'id' } },
})

export const versionCalls = callsOf<typeof schema.versionCalls>(version, { save: { codes: [10027] } })
export const countryCalls = callsOf<typeof schema.countryCalls>(country)
