// Rules of gift templates.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'

/** The catalogue's code for a name that is empty or over 20 characters; null if it is valid. */
export const nameFault = (name: string): ErrorCode | null => {
  const characters = Array.from(name).length
  return characters >= 1 && characters <= limits.giftName ? null : 70001
}

/** The catalogue's code for a set of gifts that is too small, too large, odd, or names one twice. */
export function giftsFault(ids: readonly number[]): ErrorCode | null {
  if (ids.length < limits.giftPicturesMin) return 70004
  if (ids.length > limits.giftPicturesMax) return 70005
  if (ids.length % 2 !== 0) return 70006
  return new Set(ids).size === ids.length ? null : 70007
}
