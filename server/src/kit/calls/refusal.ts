// Refusals: thrown at the edge of a rule, turned into the envelope in one place.
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import type { ParamsAfter, ReasonKey, ReasonParams } from '@greenroom/contract/reasons'
import { reasonText } from '@greenroom/contract/reasonTexts'
import type { Sentence } from '@greenroom/contract/sentences/words'

/** Why, in English for API users; `reason` and `params` tell screens the same in the reader's language. */
export type Why = { message: string; reason: ReasonKey; params?: ReasonParams }

/** Without a reason, the code's meaning says why. */
export type Detail = { field: string; message: string; reason?: ReasonKey; params?: ReasonParams }

/** A request that a rule forbids. `code` is from the catalogue; `detail` names the fields, or who changed what. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Detail[] | undefined

  constructor(code: ErrorCode, detail?: Detail[]) {
    super(errorMeaning.get(code) ?? 'refused')
    this.code = code
    this.detail = detail
  }
}

/** A reason of `contract/src/reasons.ts` with its English text. */
export function because<K extends ReasonKey>(reason: K, ...[params]: ParamsAfter<K>): Why {
  const given: ReasonParams | undefined = params
  return { message: reasonText(reason, given ?? {}, 'en'), reason, ...(given && { params: given }) }
}

/** Why, as a sentence in both languages. */
export const inBothLanguages = ({ reason, params = {} }: Why): Sentence => ({
  en: reasonText(reason, params, 'en'),
  cn: reasonText(reason, params, 'cn'),
})

/** Refuses one field with a reason from the contract's list. */
export const refuseBecause = <K extends ReasonKey>(
  code: ErrorCode,
  field: string,
  reason: K,
  ...params: ParamsAfter<K>
): Refusal => new Refusal(code, [{ field, ...because(reason, ...params) }])

/** Refuses one field with the reason that a rule returned. */
export const refuseField = (code: ErrorCode, field: string, why: Why) => new Refusal(code, [{ field, ...why }])

/** A field refused with the code's own meaning. */
export const byCode = (code: ErrorCode, field: string): Detail => ({
  field,
  message: errorMeaning.get(code) ?? 'refused',
})

/** Refuses one field with the code's own meaning. */
export const refuseCode = (code: ErrorCode, field: string) => new Refusal(code, [byCode(code, field)])

/** Why a refusal of a call refuses: the first reason of its fields, or its code. */
export function whyOf({ code, detail }: Refusal): Why {
  const { message, reason, params } = detail?.find((one) => one.reason !== undefined) ?? {}
  if (message === undefined || reason === undefined) return because('approval.refused', { code })
  return { message, reason, ...(params && { params }) }
}

/** What `check` found, or why it was refused. */
export async function whyRefused(check: () => Promise<Why | null>): Promise<Why | null> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return whyOf(error)
    throw error
  }
}
