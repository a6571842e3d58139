import type { RecordOf } from '@greenroom/contract/call'
import { rechargeList, rechargeRefund, rechargeResend } from '@greenroom/contract/finance'
import { ordersRefunded, ordersResent } from '@greenroom/contract/sentences/finance'
import { IconCreditCardRefund, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { money } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

/** A transfer in the ledger. */
export const toTransfer = (id: string): string => `/flow/token?drawer=${encodeURIComponent(`transfer:${id}`)}`

// Actions on recharge orders.
export type Order = RecordOf<typeof rechargeList>

const idsOf = (rows: readonly Order[]) => rows.map(({ orderId }) => orderId)
const centsOf = (rows: readonly Order[]) => rows.reduce((sum, { usdCents }) => sum + usdCents, 0)

const resend = defineAction<Order, undefined, string>({
  id: 'finance.recharge.resend',
  icon: IconSend,
  confirm: true,
  may: (row) => row.can.resend,
  batch: batchOf(rechargeResend, () => ({})),
  message: (rows) => ordersResent(idsOf(rows)),
})

const refund = defineAction<Order, Reason, string>({
  id: 'finance.recharge.refund',
  icon: IconCreditCardRefund,
  danger: true,
  may: (row) => row.can.refund,
  form: reasonForm,
  batch: batchOf(rechargeRefund, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) => ordersRefunded(form, { orders: idsOf(rows), usdCents: centsOf(rows) }),
})

export const orderActions = [resend, refund]

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
