import type { RecordOf } from '@greenroom/contract/call'
import { chargebackDecide, type chargebackList, chargebackSettle } from '@greenroom/contract/chargebacks'
import { chargebacksDecided, chargebacksSettled } from '@greenroom/contract/sentences/chargebacks'
import { type Icon, IconCoinOff, IconGavel, IconReceipt, IconTrophy, IconX } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'

// Actions on chargebacks.
export type Chargeback = RecordOf<typeof chargebackList>

const ordersOf = (rows: readonly Chargeback[]) => rows.map(({ orderId }) => orderId)
const owedBy = (rows: readonly Chargeback[]) => rows.reduce((sum, { owedTokens }) => sum + owedTokens, 0)

const decide = (id: string, decision: 'debt' | 'contest' | 'lost', icon: Icon) =>
  defineAction<Chargeback, Reason, string>({
    id,
    icon,
    confirm: true,
    may: (row) => row.can[decision],
    form: reasonForm,
    batch: batchOf(chargebackDecide, ({ reason }: Reason) => ({ decision, reason })),
    message: (rows) => chargebacksDecided(decision, { orders: ordersOf(rows) }),
  })

const settle = (id: string, decision: 'writeOff' | 'reverse', icon: Icon) =>
  defineAction<Chargeback, Reason, string>({
    id,
    icon,
    danger: true,
    may: (row) => row.can[decision],
    form: reasonForm,
    batch: batchOf(chargebackSettle, ({ reason }: Reason) => ({ decision, reason })),
    message: (rows, _, form) => chargebacksSettled(form, decision, { orders: ordersOf(rows), tokens: owedBy(rows) }),
  })

export const chargebackActions = [
  decide('finance.chargeback.debt', 'debt', IconReceipt),
  decide('finance.chargeback.contest', 'contest', IconGavel),
  decide('finance.chargeback.lost', 'lost', IconX),
  settle('finance.chargeback.reverse', 'reverse', IconTrophy),
  settle('finance.chargeback.writeOff', 'writeOff', IconCoinOff),
]
