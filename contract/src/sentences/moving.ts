// What was done about imports, in one wording.
import { sayer } from './say.ts'
import type { Form, Sentence } from './words.ts'

const say = sayer('system')

export const importBegun = (id: number): Sentence => say('importBegun', { id: String(id) })
export const importPartLoaded = ({
  id,
  number,
  fileName,
}: {
  id: number
  number: number
  fileName: string
}): Sentence => say('importPartLoaded', { id: String(id), number: number + 1, file: fileName })
export const importChecked = (id: number): Sentence => say('importChecked', { id: String(id) })
export const importDiscarded = (id: number): Sentence => say('importDiscarded', { id: String(id) })
/** `Apply import 3`, `Import 3 approved for application`. */
export const importActed = (verb: 'apply' | 'undo', form: Form, id: number): Sentence =>
  say(`importActed.${verb}.${form}`, { id: String(id) })
/** `Import 3 applied: 50,000 records`. */
export const importEnded = (how: 'applied' | 'undone' | 'removed', id: number, records: number): Sentence =>
  say(`importEnded.${how}`, { id: String(id), count: records })
