// Maps chargebacks to the contract.
import type { RecordOf } from '@greenroom/contract/call'
import type { chargebackList, userChargebackList } from '@greenroom/contract/chargebacks'
import type { Chargeback, ChargebackRow } from './chargebacks.queries.ts'
import { decideFault, type Facts, type State, settleFault } from './chargebacks.rules.ts'

type Shown = RecordOf<typeof chargebackList>

export const factsOf = (row: Chargeback, waiting: boolean): Facts => ({
  kind: row.kind,
  state: row.state as State,
  owedTokens: BigInt(row.owed_tokens),
  waiting,
})

export const moneyOf = (row: Chargeback): RecordOf<typeof userChargebackList> => ({
  chargebackId: row.id,
  orderId: row.order_id,
  kind: row.kind as Shown['kind'],
  state: row.state as State,
  usdCents: Number(row.usd_cents),
  takenTokens: Number(row.taken_tokens),
  debtTokens: Number(row.debt_tokens),
  repaidTokens: Number(row.repaid_tokens),
  writtenOffTokens: Number(row.written_off_tokens),
  owedTokens: Number(row.owed_tokens),
  at: row.at.toISOString(),
})

/** The last part of a reason's key, which the screen translates. */
const keyOf = (fault: string | null): true | string => fault?.slice(fault.indexOf('.') + 1) ?? true

/** @param approvalId the pending request */
export function shownChargeback(row: ChargebackRow, approvalId: string | null, mayWrite: boolean): Shown {
  const facts = factsOf(row, approvalId !== null)
  return {
    ...moneyOf(row),
    user: row.user,
    gateway: row.gateway,
    payerReference: row.payer_reference,
    ofUser: Number(row.of_user),
    approvalId,
    can: mayWrite
      ? {
          debt: keyOf(decideFault('debt', facts)),
          contest: keyOf(decideFault('contest', facts)),
          lost: keyOf(decideFault('lost', facts)),
          writeOff: keyOf(settleFault('writeOff', facts)),
          reverse: keyOf(settleFault('reverse', facts)),
        }
      : { debt: 'readOnly', contest: 'readOnly', lost: 'readOnly', writeOff: 'readOnly', reverse: 'readOnly' },
  }
}
