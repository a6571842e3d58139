import { useTranslation } from 'react-i18next'
import { money } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Order } from './orderActions.ts'

/** Whether an order was paid, and whether it is a first recharge. */
export function State({ order }: { order: Pick<Order, 'state' | 'firstRecharge' | 'failureReason'> }) {
  const { label } = useLabels()
  return (
    <span title={order.failureReason || undefined}>
      <StatusBadge tone={tones.order[order.state]}>
        {label(`finance:options.state.${order.state.replace(' ', '_')}`)}
      </StatusBadge>{' '}
      {order.firstRecharge && <Tag tone="info">{label('finance:first')}</Tag>}
    </span>
  )
}

/** The refund's result, or the progress of a requested refund. */
export function Refund({ order }: { order: Pick<Order, 'refund' | 'refundState'> }) {
  const { t } = useTranslation('finance')
  if (order.refund !== 'none') return <Tag tone="bad">{t(`options.refund.${order.refund}`)}</Tag>
  if (order.refundState === null || order.refundState === 'done' || order.refundState === 'dropped') return '–'
  return (
    <StatusBadge tone={tones.refund[order.refundState]}>{t(`options.refundState.${order.refundState}`)}</StatusBadge>
  )
}

/** What the buyer paid in their own currency. */
export function Paid({ order }: { order: Pick<Order, 'currency' | 'amountMinor'> }) {
  const { i18n } = useTranslation()
  if (order.currency === null || order.amountMinor === null) return '–'
  return <bdi dir="ltr">{money(order.amountMinor, order.currency, i18n.language)}</bdi>
}
