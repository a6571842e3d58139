// Names in every example: right-to-left, and plain.
import type { Form } from '../words.ts'

/** A right-to-left name, as any nickname, title or value may be. */
export const name = 'نورة'
export const person = { id: 100297, nickname: name }
export const people = [person, { id: 8, nickname: 'Cy' }, person]
export const names = [name, 'x', name]
export const inBoth = { en: name, cn: name }
export const guild = { guildId: 1001, name }
export const forms: Form[] = ['request', 'done']
