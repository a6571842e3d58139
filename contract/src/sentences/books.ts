// Decisions about the books, in one wording.
import { sayer } from './say.ts'
import type { Form, Sentence } from './words.ts'

/** `Close the books of 2026-10`, `Books of 2026-10 closed`. */
export const monthClosed = (form: Form, month: string): Sentence => sayer('finance')(`monthClosed.${form}`, { month })
