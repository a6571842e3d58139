/** What the forms of settlements ask for. `lines` are numbers with commas between them. */
export type DisputeInput = { reason: string; lines: string }
export type AnswerInput = { outcome: 'kept' | 'recomputed'; answer: string }
