import type { RecordOf } from '@greenroom/contract/call'
import { rechargeList, rechargeRefund, rechargeResend } from '@greenroom/contract/finance'
import { ordersRefunded, ordersResent } from '@greenroom/contract/sentences/finance'
import { IconCreditCardRefund, IconSend } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'

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
