// Texts for why a case was lost.
import { reportActions } from '@greenroom/contract/words'
import type { FieldFault } from '../../../../api/refused.ts'
import { faultOf } from '../../../../session/messages.ts'
import { label } from '../../../../ui/labels.ts'

export function lostWhy(fault: FieldFault): string {
  if (fault.reason !== 'report.closedBy') return faultOf(fault)
  const { by, action } = fault.params ?? {}
  const done = reportActions.find((known) => known === action) ?? 'nothing'
  return label('audits:report.lost.closed', { by, action: label(`audits:report.did.${done}`) })
}
