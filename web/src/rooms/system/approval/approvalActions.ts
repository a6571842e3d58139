// Four eyes: makers never decide their own requests. The server sends the permitted actions with each row.

import type { RecordOf } from '@greenroom/contract/call'
import { approvalEnded } from '@greenroom/contract/sentences/approvals'
import { inOne } from '@greenroom/contract/sentences/words'
import { approvalCancel, approvalDecide, type approvalList } from '@greenroom/contract/system'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'

type Approval = RecordOf<typeof approvalList>

/** A title comes in the reader's language. */
const sentenceOf = (rows: readonly Approval[], how: 'approved' | 'refused' | 'cancelled') =>
  approvalEnded(how, inOne(rows.map(({ title }) => ({ en: title, cn: title }))))

export const approve = defineAction<Approval, undefined, string>({
  id: 'system.approval.approve',
  icon: IconCheck,
  key: 'pass',
  confirm: true,
  may: (one) => one.can.approve,
  run: (ids) => call(approvalDecide, { ids, decision: 'approve' }),
  message: (rows) => sentenceOf(rows, 'approved'),
})

export const refuse = defineAction<Approval, Reason, string>({
  id: 'system.approval.refuse',
  icon: IconX,
  danger: true,
  may: (one) => one.can.refuse,
  form: reasonForm,
  run: (ids, { reason }) => call(approvalDecide, { ids, decision: 'refuse', reason }),
  message: (rows) => sentenceOf(rows, 'refused'),
})

export const cancel = defineAction<Approval, undefined, string>({
  id: 'system.approval.cancel',
  icon: IconArrowBackUp,
  confirm: true,
  may: (one) => one.can.cancel,
  run: (ids) => call(approvalCancel, { ids }),
  message: (rows) => sentenceOf(rows, 'cancelled'),
})
