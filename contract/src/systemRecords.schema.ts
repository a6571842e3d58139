// Payloads and results of the System calls: gift templates, whitelist, versions and countries.
import { z } from 'zod'
import { listOf, rowId } from './fields.ts'
import { giftCard } from './gifts.schema.ts'
import { schemasOf } from './record.schema.ts'
import { country, giftTemplate, version, whitelist } from './records/system.ts'

export const giftTemplateCalls = schemasOf(giftTemplate, {
  /** Their number has codes of its own. */
  giftIds: listOf(rowId(), 50),
  gifts: z.array(giftCard),
})

/** The catalogue of gifts for templates. */
export const giftTemplateGifts = { payload: z.object({}), answer: z.object({ gifts: z.array(giftCard) }) }

export const whitelistCalls = schemasOf(whitelist)

export const versionCalls = schemasOf(version, {
  address: z
    .string()
    .trim()
    .max(500)
    .url()
    .regex(/^https:\/\//),
})

export const countryCalls = schemasOf(country)
