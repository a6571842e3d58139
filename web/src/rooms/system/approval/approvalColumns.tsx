// Columns of approvals, for checkers and makers.
import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { IconEye } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Ago, Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { ApprovalState, DecidedBy, Deciders } from './ApprovalState.tsx'

type Approval = RecordOf<typeof approvalList>

export const stateFilter: readonly (Approval['state'] | 'asked')[] = [
  'pending',
  'asked',
  'approved',
  'refused',
  'cancelled',
  'lapsed',
  'failed',
]

export const columns: Column<Approval>[] = [
  { id: 'subject', cell: (one) => one.title, pinned: true, width: 420 },
  { id: 'approval', cell: (one) => <ApprovalState state={one.state} asked={one.asked} />, width: 120 },
  {
    id: 'usdCents',
    cell: (one) => (one.usdCents === null ? '–' : <Amount value={one.usdCents} unit="usd" />),
    align: 'end',
    sort: 'usdCents',
    width: 130,
  },
  { id: 'reason', cell: (one) => one.reason, width: 220 },
  { id: 'maker', cell: (one) => one.maker, width: 120 },
  { id: 'createdAt', cell: (one) => <Time at={one.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'timeLeft', cell: (one) => one.state === 'pending' && <Ago at={one.expiresAt} />, width: 130 },
  { id: 'deciders', cell: (one) => one.state === 'pending' && <Deciders of={one.deciders} />, width: 200, spare: true },
  { id: 'checker', cell: (one) => <DecidedBy of={one} />, width: 170 },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} />, width: 165 },
]

export const show = defineAction<Approval, undefined, string>({
  id: 'system.approval.show',
  icon: IconEye,
  may: () => true,
  drawer: 'show',
})
