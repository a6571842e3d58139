import type { RecordOf } from '@greenroom/contract/call'
import { userOrderList } from '@greenroom/contract/finance'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { dateRange, filtersOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { tones } from '../../../ui/tones.ts'

type Order = RecordOf<typeof userOrderList>

const filters = filtersOf({ createdAt: dateRange() })

const columns: PanelColumn<Order>[] = [
  { id: 'createdAt', cell: (one) => <Time at={one.createdAt} /> },
  { id: 'orderId', cell: (one) => <Code>{one.orderId}</Code> },
  { id: 'orderState', cell: (one) => <State order={one} /> },
  { id: 'product', cell: (one) => one.product || '–' },
  { id: 'usd', cell: (one) => <Amount value={one.usdCents} unit="usd" />, align: 'end' },
  { id: 'tokens', cell: (one) => <Tokens amount={one.tokens} />, align: 'end' },
  { id: 'ofPromo', cell: (one) => <Tokens amount={one.promoTokens} />, align: 'end' },
  { id: 'gateway', cell: (one) => one.gateway || '–' },
  { id: 'gatewayReference', cell: (one) => (one.gatewayReference ? <Code>{one.gatewayReference}</Code> : '–') },
  { id: 'paidAt', cell: (one) => <Time at={one.paidAt} /> },
  { id: 'debtTokens', cell: (one) => <Tokens amount={one.debtTokens} />, align: 'end' },
]

function State({ order }: { order: Order }) {
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

export default function Orders({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userOrderList}
      owner={{ userId }}
      room="users"
      title={t('panels.orders')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.orderId}
      empty={t('empty.orders')}
    />
  )
}
