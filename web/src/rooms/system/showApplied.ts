import type { Form, Sentence } from '@greenroom/contract/sentences/words'
import { textLanguage } from '../../i18n/index.ts'
import { showSuccess, showWarning } from '../../session/messages.ts'
import { label } from '../../ui/labels.ts'

/** Shows whether a change was applied or waits for a second member of staff. */
export function showApplied(answer: { applied: boolean }, sentenceOf: (form: Form) => Sentence): void {
  if (answer.applied) showSuccess(sentenceOf('done')[textLanguage()])
  else showWarning(label('list:waits', { what: sentenceOf('request')[textLanguage()] }))
}
