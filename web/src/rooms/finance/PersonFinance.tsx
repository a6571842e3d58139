import type { RecordOf } from '@greenroom/contract/call'
import { userChargebackList } from '@greenroom/contract/chargebacks'
import { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { dateRange, filtersOf } from '../../list/filters.ts'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { useSession } from '../../session/session.ts'
import { Code } from '../../ui/Facts.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge, Tag } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Tokens } from '../../ui/Tokens.tsx'
import { Masked } from '../../ui/values/Masked.tsx'
import { State } from './orders/ChargebackState.tsx'

type Withdrawal = RecordOf<typeof userWithdrawalList>

const withdrawalFilters = filtersOf({ requestedAt: dateRange() })

const withdrawalColumns: PanelColumn<Withdrawal>[] = [
  { id: 'requestedAt', cell: (one) => <Time at={one.requestedAt} /> },
  { id: 'withdrawalId', cell: (one) => <Id of={one} /> },
  { id: 'withdrawalState', cell: (one) => <WithdrawalState state={one.state} /> },
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

function WithdrawalState({ state }: { state: Withdrawal['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.withdrawal[state]}>
      {label(`users:options.withdrawal.${state.replaceAll(' ', '_')}`)}
    </StatusBadge>
  )
}

export function Withdrawals({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userWithdrawalList}
      owner={{ userId }}
      room="users"
      title={t('panels.withdrawals')}
      columns={withdrawalColumns}
      filters={withdrawalFilters}
      rowKey={(one) => one.withdrawalId}
      empty={t('empty.withdrawals')}
    />
  )
}

type Chargeback = RecordOf<typeof userChargebackList>

/** The order, with a link to its chargeback for accounts with access. */
function ChargebackOrder({ of }: { of: Chargeback }) {
  const { may } = useSession()
  const code = <Code>{of.orderId}</Code>
  if (!may('finance.chargeback', 'read')) return code
  const order = encodeURIComponent(of.orderId)
  return <Link to={`/finance/chargeback?orderId=${order}&drawer=chargeback:${of.chargebackId}`}>{code}</Link>
}

const chargebackColumns: PanelColumn<Chargeback>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} /> },
  { id: 'orderId', cell: (one) => <ChargebackOrder of={one} /> },
  { id: 'chargebackKind', cell: (one) => <Labelled by={`finance:options.chargebackKind.${one.kind}`} /> },
  { id: 'chargebackState', cell: (one) => <State state={one.state} /> },
  { id: 'usd', cell: (one) => <Amount value={one.usdCents} unit="usd" />, align: 'end' },
  { id: 'takenTokens', cell: (one) => <Tokens amount={one.takenTokens} />, align: 'end' },
  { id: 'repaidTokens', cell: (one) => <Tokens amount={one.repaidTokens} />, align: 'end' },
  { id: 'owedTokens', cell: (one) => <Tokens amount={one.owedTokens} />, align: 'end' },
]

export function Chargebacks({ userId }: { userId: number }) {
  const { t } = useTranslation('finance')
  return (
    <Panel
      call={userChargebackList}
      owner={{ userId }}
      room="finance"
      title={t('chargeback.panel')}
      columns={chargebackColumns}
      rowKey={(one) => one.chargebackId}
      empty={t('chargeback.none')}
    />
  )
}

type Order = RecordOf<typeof userOrderList>

const orderFilters = filtersOf({ createdAt: dateRange() })

const orderColumns: PanelColumn<Order>[] = [
  { id: 'createdAt', cell: (one) => <Time at={one.createdAt} /> },
  { id: 'orderId', cell: (one) => <Code>{one.orderId}</Code> },
  { id: 'orderState', cell: (one) => <OrderState order={one} /> },
  { id: 'product', cell: (one) => one.product || '–' },
  { id: 'usd', cell: (one) => <Amount value={one.usdCents} unit="usd" />, align: 'end' },
  { id: 'tokens', cell: (one) => <Tokens amount={one.tokens} />, align: 'end' },
  { id: 'ofPromo', cell: (one) => <Tokens amount={one.promoTokens} />, align: 'end' },
  { id: 'gateway', cell: (one) => one.gateway || '–' },
  { id: 'gatewayReference', cell: (one) => (one.gatewayReference ? <Code>{one.gatewayReference}</Code> : '–') },
  { id: 'paidAt', cell: (one) => <Time at={one.paidAt} /> },
  { id: 'debtTokens', cell: (one) => <Tokens amount={one.debtTokens} />, align: 'end' },
]

function OrderState({ order }: { order: Order }) {
  const { label } = useLabels()
  return (
    <span title={order.failureReason || undefined}>
      <StatusBadge tone={tones.order[order.state]}>
        {label(`users:options.order.${order.state.replace(' ', '_')}`)}
      </StatusBadge>{' '}
      {order.firstRecharge && <Tag tone="info">{label('users:firstRecharge')}</Tag>}{' '}
      {order.refund !== 'none' && <Tag tone="bad">{label(`users:options.refund.${order.refund}`)}</Tag>}
    </span>
  )
}

export function Orders({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userOrderList}
      owner={{ userId }}
      room="users"
      title={t('panels.orders')}
      columns={orderColumns}
      filters={orderFilters}
      rowKey={(one) => one.orderId}
      empty={t('empty.orders')}
    />
  )
}
