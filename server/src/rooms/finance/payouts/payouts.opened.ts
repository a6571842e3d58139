// The sealed accounts of payouts: a batch's, opened after checking them against its control, and renewed.
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { renewalOf, type Seals } from '../../../kit/encryption/index.ts'
import { type Account, lastFourOf } from '../accounts/payeeAccounts.rules.ts'
import { accountIfOpens } from '../accounts/payeeAccounts.sealed.ts'
import type { BatchRow, PayoutRow } from './payouts.queries.ts'
import { accountText, controlOf } from './payouts.rules.ts'

/** @param rows all of the batch. @throws Refusal 1000002 if an account can't be opened; Error if they do not match its control: nothing of it may leave */
export function openLines(
  seals: Seals,
  batch: BatchRow,
  rows: readonly PayoutRow[],
): { row: PayoutRow; account: Account }[] {
  const opened = rows.map((row) => {
    const account = accountIfOpens(seals, row.seal_owner, row.sealed)
    if (!account) throw refuseBecause(1000002, 'batchId', 'payout.unreadableOf', { payee: row.payee_name })
    return { row, account }
  })
  const control = controlOf(
    rows.map((row) => ({
      payoutId: row.id,
      usdCents: row.usd_cents,
      account: accountText({ kind: row.kind, lastFour: row.last_four, owner: row.seal_owner }),
    })),
  )
  if (batch.control !== control || opened.some(({ row, account }) => lastFourOf(account) !== row.last_four))
    throw new Error(`payout batch ${batch.id} does not match its control sum`)
  return opened
}

/** Each payout's account is bound to the owner that its row names. */
export const renewPayouts = renewalOf<{ seal_owner: string }>({
  table: 'finance.payout',
  column: 'sealed',
  by: ['seal_owner'],
  owner: ({ seal_owner: owner }) => owner,
})
