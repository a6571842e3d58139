/** Form values of settlements. `lines` are comma-separated numbers. */
export type DisputeInput = { reason: string; lines: string }
export type AnswerInput = { outcome: 'kept' | 'recomputed'; answer: string }
