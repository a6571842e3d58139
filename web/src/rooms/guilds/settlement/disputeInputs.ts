import type { Picture } from '../../../ui/fields/PicturePicker.tsx'

/** Form values of settlements. `lines` are the ticked lines' numbers, `days` the ticked days as `<user> <day>`. */
export type DisputeInput = { reason: string; lines: number[]; days: string[]; proofs: Picture[] }
export type AnswerInput = { outcome: 'kept' | 'recomputed'; answer: string }

/** A ticked day as calls take it. */
export function dayOf(ticked: string): { userId: number; day: string } {
  const [userId = '', day = ''] = ticked.split(' ')
  return { userId: Number(userId), day }
}
