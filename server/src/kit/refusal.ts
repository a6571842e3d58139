// The one way to say no: thrown at the edge of a rule, turned into the envelope in one place.
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import { type ParamsAfter, type ReasonKey, type ReasonParams, reasonText } from '@greenroom/contract/reasons'

/** Why, in English for API users; `reason` and `params` say the same to screens, which tell it in the reader's language. */
export type Why = { message: string; reason?: ReasonKey; params?: ReasonParams }

export type Detail = { field: string } & Why

/** A request that a rule forbids. `code` is the catalogue's; `detail` names the fields, or who changed what. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Detail[] | undefined

  constructor(code: ErrorCode, detail?: Detail[]) {
    super(errorMeaning.get(code) ?? 'refused')
    this.code = code
    this.detail = detail
  }
}

/** A reason of the contract's list (`contract/src/reasons.ts`) with its English text. */
export function because<K extends ReasonKey>(reason: K, ...[params]: ParamsAfter<K>): Why {
  const given: ReasonParams | undefined = params
  return { message: reasonText(reason, given ?? {}, 'en'), reason, ...(given && { params: given }) }
}

/** Refuses with one field named, for a reason that people meet on a screen. */
export const refuseBecause = <K extends ReasonKey>(
  code: ErrorCode,
  field: string,
  reason: K,
  ...params: ParamsAfter<K>
): Refusal => new Refusal(code, [{ field, ...because(reason, ...params) }])

/** Refuses with one field named, in English alone: for what only a program can send, or with the `Why` of an outcome. */
export const refuseField = (code: ErrorCode, field: string, why: string | Why) =>
  new Refusal(code, [{ field, ...(typeof why === 'string' ? { message: why } : why) }])
