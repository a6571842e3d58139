import { z } from 'zod'
import { flag, instant, jsonOf, line, listPayload, optional, outcomeRow, pageOf } from './fields.ts'

const bulkId = () => z.uuid()
const fields = () => jsonOf(z.record(z.string().max(60), z.unknown()))

/** `waiting` and `running` are active. `stopped`: by its maker, or because their rights ended. */
export const bulkStates = ['waiting', 'running', 'done', 'stopped'] as const

const bulkRow = z.object({
  bulkId: z.string(),
  /** The key of the operation; `action` is its name in the caller's language. */
  operation: z.string(),
  action: z.string(),
  /** The list's screen, in the caller's language. */
  title: z.string(),
  state: z.enum(bulkStates),
  total: z.number().int(),
  /** The numbers of successful and refused rows. */
  done: z.number().int(),
  failed: z.number().int(),
  reason: z.string(),
  createdAt: instant(),
  finishedAt: instant().nullable(),
  /** When the report is deleted. */
  expiresAt: instant(),
})

export const bulkFreeze = {
  payload: z.object({
    /** The contract name of the list. */
    list: line(60),
    /** The filters sent to it. */
    filters: fields(),
  }),
  answer: z.object({ bulkId: z.string(), total: z.number().int() }),
}
export const bulkStart = {
  payload: z.object({
    bulkId: bulkId(),
    /** The contract name of the batch call. */
    call: line(60),
    /** Its payload besides `ids`. */
    payload: fields(),
  }),
  answer: bulkRow,
}
export const bulkInfo = { payload: z.object({ bulkId: bulkId() }), answer: bulkRow }
export const bulkList = {
  payload: listPayload({ bulkState: optional(z.enum(bulkStates)) }),
  answer: pageOf(bulkRow),
}
export const bulkOutcomes = {
  payload: listPayload({ bulkId: bulkId(), ok: optional(flag()) }),
  /** Rows that have an outcome, in processing order. */
  answer: pageOf(outcomeRow().extend({ id: z.string() })),
}
export const bulkCancel = { payload: z.object({ bulkId: bulkId() }), answer: bulkRow }
