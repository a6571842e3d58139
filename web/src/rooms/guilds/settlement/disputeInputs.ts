import { readIds } from '@greenroom/contract/pastedIds'

/** Form values of settlements. `lines` are numbers of lines, as they are typed. */
export type DisputeInput = { reason: string; lines: string }
export type AnswerInput = { outcome: 'kept' | 'recomputed'; answer: string }

/** Numbers of lines; a comma never groups their digits. */
export const readLines = (lines: string) => readIds(lines.replaceAll(/[,،，]/gu, ' '))
