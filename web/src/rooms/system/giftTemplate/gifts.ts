import { limits } from '@greenroom/contract/limits'

/** The catalogue's code for a count of gifts that a template cannot have; undefined for a right one. */
export function giftsFault(count: number): 70004 | 70005 | 70006 | undefined {
  if (count < limits.giftPicturesMin) return 70004
  if (count > limits.giftPicturesMax) return 70005
  return count % 2 === 0 ? undefined : 70006
}
