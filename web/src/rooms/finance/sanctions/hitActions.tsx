// Shared parts that show sanctions lists and hits.
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
import { useTranslation } from 'react-i18next'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Decisions on hits and lists; each waits for a second member of staff.
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

export function HitState({ of }: { of: Pick<Hit, 'state' | 'approvalId'> }) {
  const { label } = useLabels()
  return (
    <span>
      <StatusBadge tone={tones.sanctionsHit[of.state]}>{label(`finance:options.hitState.${of.state}`)}</StatusBadge>{' '}
      <Waits of={of} />
    </span>
  )
}

export function VersionState({ of }: { of: Pick<Version, 'state' | 'approvalId'> }) {
  const { label } = useLabels()
  return (
    <span>
      <StatusBadge tone={tones.sanctionsList[of.state]}>
        {label(`finance:options.versionState.${of.state.replace(' ', '_')}`)}
      </StatusBadge>{' '}
      {of.state === 'in force' && <Waits of={of} />}
    </span>
  )
}

function Waits({ of }: { of: { approvalId: string | null } }) {
  const { t } = useTranslation('finance')
  return of.approvalId === null ? null : <Tag tone="waiting">{t('withdraw.waits')}</Tag>
}
