// The one way to say no: thrown at the edge of a rule, turned into the envelope in one place.
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'

export type Detail = { field: string; message: string }

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

/** Refuses with one field named. */
export const refuseField = (code: ErrorCode, field: string, message: string) => new Refusal(code, [{ field, message }])
