import { showSuccess, showWarning } from '../../session/messages.ts'
import { label } from '../../ui/labels.ts'

/** Says whether a change holds already or waits for a second member of staff. */
export function showApplied(answer: { applied: boolean }): void {
  if (answer.applied) showSuccess(label('list:saved'))
  else showWarning(label('system:approval.asked'))
}
