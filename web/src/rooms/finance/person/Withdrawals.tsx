import type { RecordOf } from '@greenroom/contract/call'
import { userWithdrawalList } from '@greenroom/contract/finance'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { dateRange, filtersOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Masked } from '../../../ui/Masked.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

type Withdrawal = RecordOf<typeof userWithdrawalList>

const filters = filtersOf({ requestedAt: dateRange() })

const columns: PanelColumn<Withdrawal>[] = [
  { id: 'requestedAt', cell: (one) => <Time at={one.requestedAt} /> },
  { id: 'withdrawalId', cell: (one) => <Id of={one} /> },
  { id: 'withdrawalState', cell: (one) => <State state={one.state} /> },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'usd', cell: (one) => <Amount value={one.usdCents} unit="usd" />, align: 'end' },
  { id: 'debtTaken', cell: (one) => <Amount value={one.debtUsdCents} unit="usd" />, align: 'end' },
  { id: 'method', cell: (one) => <Labelled by={`users:options.method.${one.method.replace('.', '_')}`} /> },
  { id: 'account', cell: (one) => <Masked field={one.account} /> },
  { id: 'held', cell: (one) => one.held || '–', wraps: true },
  { id: 'stateReason', cell: (one) => one.stateReason || '–', wraps: true },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} /> },
]

/** The withdrawal's id, with a link to its details for accounts with access. */
function Id({ of: { withdrawalId } }: { of: Withdrawal }) {
  const { may } = useSession()
  const code = <Code>{withdrawalId}</Code>
  if (!may('finance.withdraw', 'read')) return code
  const id = encodeURIComponent(withdrawalId)
  return <Link to={`/finance/withdraw?tab=all&withdrawalId=${id}&drawer=withdrawal:${id}`}>{code}</Link>
}

function State({ state }: { state: Withdrawal['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.withdrawal[state]}>
      {label(`users:options.withdrawal.${state.replaceAll(' ', '_')}`)}
    </StatusBadge>
  )
}

export default function Withdrawals({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userWithdrawalList}
      owner={{ userId }}
      room="users"
      title={t('panels.withdrawals')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.withdrawalId}
      empty={t('empty.withdrawals')}
    />
  )
}
