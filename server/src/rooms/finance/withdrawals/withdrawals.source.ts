// Passed withdrawals as payouts (docs/money.md, How the parts meet).
import { withdrawalsFailed, withdrawalsPaid } from '@greenroom/contract/sentences/withdrawals'
import { sql } from 'kysely'
import { isRefused } from '../../../kit/moves.ts'
import { ownerOfPayee } from '../accounts/payeeAccounts.queries.ts'
import type { Candidate, Payable, PayoutSource } from '../payouts/payouts.source.ts'
import { end } from './withdrawals.end.ts'
import * as queries from './withdrawals.queries.ts'
import { momentOf, withdrawalMoves } from './withdrawals.states.ts'

const payableOf = (row: queries.Locked): Payable => ({
  id: row.id,
  payee: { name: row.nickname, id: `user:${row.userId}` },
  usdCents: row.netCents,
  account: {
    kind: row.method,
    sealed: row.sealed,
    owner: ownerOfPayee(row.userId),
    lastFour: row.lastFour,
    since: row.accountSince,
  },
})

export const withdrawalSource: PayoutSource = {
  kind: 'withdrawal',
  async candidates(reader, { limit }) {
    const { rows } = await sql<Candidate>`
      select w.id, u.nickname as "payeeName", 'user:' || w.user_id as "payeeId", w.usd_cents as "owedCents",
             w.debt_cents as "debtCents", w.method as kind, a.last_four as "lastFour", coalesce(w.decided_at, w.requested_at) as since
        from finance.withdrawal w
        join users.app_user u on u.id = w.user_id
        join finance.payee_account a on a.id = w.account_id
       where w.state = 'withdrawing'
         and not exists (select from finance.payout p
                          where p.source = 'withdrawal' and p.source_id = w.id and p.state = 'waiting')
       order by w.held <> '', w.decided_at, w.id limit ${limit}`.execute(reader)
    return rows
  },
  async lock(tx, _context, ids) {
    await queries.lockWithdrawals(tx, ids)
  },
  async payable(reader, _context, ids) {
    const rows = await queries.readWithdrawals(reader, ids)
    type Judged = Payable | { refused: 'payout.notPassed' | 'payout.heldBack' }
    return new Map(
      [...rows].map(([id, row]): [string, Judged] => {
        const next = withdrawalMoves.batch[momentOf(row.state, row.releasedAt === null ? 'kept' : 'released')]
        if (isRefused(next)) return [id, { refused: 'payout.notPassed' as const }]
        if (row.held !== '') return [id, { refused: 'payout.heldBack' as const }]
        return [id, payableOf(row)]
      }),
    )
  },
  async barred(tx, _context, lines) {
    const rows = await queries.lockWithdrawals(
      tx,
      lines.map(({ id }) => id),
    )
    return new Set([...rows.values()].filter(({ held }) => held !== '').map(({ id }) => id))
  },
  // The open payout itself marks them; nothing else is written.
  routed: async () => {},
  async paid(tx, context, proofs) {
    const rows = await queries.lockWithdrawals(
      tx,
      proofs.map(({ id }) => id),
    )
    await queries.setPaid(
      tx,
      'success',
      context.now,
      proofs.map(({ id, reference, proofFileId }) => ({ id, reference, proofFileId, by: '' })),
    )
    await end(tx, context, [...rows.values()], {
      operation: 'withdrawal.paid',
      state: 'success',
      reason: '',
      pay: new Map(proofs.flatMap(({ id, onChain }) => (onChain ? [[id, onChain] as const] : []))),
      content: withdrawalsPaid,
      more: new Map(proofs.map(({ id, reference, payoutId }) => [id, { reference, payoutId }])),
    })
  },
  async failed(tx, context, failures) {
    const rows = await queries.lockWithdrawals(
      tx,
      failures.map(({ id }) => id),
    )
    await queries.setFailed(tx, failures)
    for (const [reason, of] of Map.groupBy(failures, (failure) => failure.reason))
      await end(
        tx,
        context,
        of.map(({ id }) => rows.get(id)!),
        { operation: 'withdrawal.failed', state: 'failure', reason, content: withdrawalsFailed },
      )
  },
  // Never sent, so they may be chosen again.
  dropped: async () => {},
}
