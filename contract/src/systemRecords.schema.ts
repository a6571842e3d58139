// Payloads and results of the System calls: gift templates, whitelist, versions and countries.
import { z } from 'zod'
import { count, listOf, rowId } from './fields.ts'
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

const entry = schemasOf(whitelist)

/** With `approvalId` the entry waits for a second account: what exempts an address or a payee is nobody's alone. */
export const whitelistCalls = {
  ...entry,
  save: { payload: entry.save.payload, answer: z.object({ id: count().optional(), approvalId: z.uuid().optional() }) },
  update: { payload: entry.update.payload, answer: z.object({ approvalId: z.uuid().optional() }) },
}

export const versionCalls = schemasOf(version, {
  address: z
    .string()
    .trim()
    .max(500)
    .url()
    .regex(/^https:\/\//),
})

export const countryCalls = schemasOf(country)
