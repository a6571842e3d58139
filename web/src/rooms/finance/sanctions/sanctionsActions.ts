import type { RecordOf } from '@greenroom/contract/call'
import {
  sanctionsEnd,
  type sanctionsEntryList,
  sanctionsHitDecide,
  type sanctionsHitList,
  type sanctionsListList,
} from '@greenroom/contract/sanctions'
import { sanctionsDecided, sanctionsEnded } from '@greenroom/contract/sentences/sanctions'
import { IconBan, IconCheck, IconCircleMinus } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'

// Decisions on hits of sanctions lists, and on the lists; each waits for a second member of staff.
const clear = defineAction<Hit, Reason>({
  id: 'finance.sanctions.clear',
  icon: IconCheck,
  may: (row) => row.can.clear,
  form: reasonForm,
  batch: batchOf(sanctionsHitDecide, ({ reason }: Reason) => ({ decision: 'clear' as const, reason })),
  message: (rows, _, form) => sanctionsDecided(form, 'clear', rows),
})

const confirm = defineAction<Hit, Reason>({
  id: 'finance.sanctions.confirm',
  icon: IconBan,
  danger: true,
  may: (row) => row.can.confirm,
  form: reasonForm,
  batch: batchOf(sanctionsHitDecide, ({ reason }: Reason) => ({ decision: 'confirm' as const, reason })),
  message: (rows, _, form) => sanctionsDecided(form, 'confirm', rows),
})

const end = defineAction<Version, Reason>({
  id: 'finance.sanctions.end',
  icon: IconCircleMinus,
  danger: true,
  single: true,
  may: (row) => row.can.end,
  form: reasonForm,
  run: ([listId = 0], { reason }) => call(sanctionsEnd, { listId, reason }),
  message: ([row], _, form) => sanctionsEnded(form, row?.name ?? ''),
})

export const hitActions = [clear, confirm]
export const versionActions = [end]

export type Hit = RecordOf<typeof sanctionsHitList>
export type Version = RecordOf<typeof sanctionsListList>
export type Entry = RecordOf<typeof sanctionsEntryList>
