// Decisions about the books, in one wording.
import type { Form, Sentence } from './words.ts'

/** `Close the books of 2026-10`, `Books of 2026-10 closed`. */
export const monthClosed = (form: Form, month: string): Sentence =>
  form === 'done'
    ? { en: `Books of ${month} closed`, cn: `${month} 已结账` }
    : { en: `Close the books of ${month}`, cn: `${month} 结账` }
