// Approved lines as payouts of Finance's batches (docs/money.md, How the parts meet).
import { settlementsChanged } from '@greenroom/contract/sentences/promotion'
import { sql } from 'kysely'
import { actorOf } from '../../../kit/calls/context.ts'
import { derivedId } from '../../../kit/random.ts'
import { post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import type { Candidate, Payable, PayoutSource } from '../../finance/index.ts'
import { paying } from './promoterSettle.ledger.ts'
import { lockById, readById, setPaid } from './promoterSettle.queries.ts'
import { promoterAccounts } from './promoters.accounts.ts'

const numbers = (ids: readonly string[]): number[] => ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
const monthOf = ({ period }: { period: string }) => period.slice(0, 7)

export const promoterSource: PayoutSource = {
  kind: 'promoter',
  async candidates(reader, { limit, now }) {
    const { rows } = await sql<Candidate>`
      select s.id::text as id, p.name as "payeeName", s.model || ' ' || to_char(s.period, 'YYYY-MM') as part,
             'promoter:' || p.id as "payeeId", s.payable_cents as "owedCents", a.kind, coalesce(a.last_four, '') as "lastFour",
             s.approved_at as since, coalesce(n.found, false) as "accountWaits", n.effective_at as "accountFrom"
        from promotion.settlement s
        join promotion.promoter p on p.id = s.promoter_id
        left join lateral (
          select x.kind, x.last_four from promotion.payout_account x
           where x.promoter_id = p.id and (x.state = 'effective' or x.state = 'waiting' and x.effective_at <= ${now})
           order by x.id desc limit 1) a on true
        left join lateral (
          select true as found, x.effective_at from promotion.payout_account x
           where x.promoter_id = p.id and x.state = 'waiting' order by x.id desc limit 1) n on a.kind is null
       where s.state = 'approved' and s.payable_cents > 0
         and not exists (select from finance.payout o
                          where o.source = 'promoter' and o.source_id = s.id::text and o.state = 'waiting')
       order by a.kind is null, s.approved_at, s.id limit ${limit}`.execute(reader)
    return rows
  },
  async lock(tx, { now }, ids) {
    const lines = await lockById(tx, numbers(ids))
    await promoterAccounts.bringIntoForce(tx, now, [
      ...new Set([...lines.values()].map(({ promoterId }) => promoterId)),
    ])
  },
  async payable(reader, { now }, ids) {
    const lines = [...(await readById(reader, numbers(ids))).values()]
    const promoters = [...new Set(lines.map(({ promoterId }) => promoterId))]
    const accounts = await promoterAccounts.accountsInForce(reader, now, promoters)
    type Judged = Payable | { refused: 'promoterSettle.notApproved' | 'promoterSettle.noAccount' }
    return new Map(
      lines.map((line): [string, Judged] => {
        const id = String(line.id)
        if (line.state !== 'approved' || line.payableCents === 0n)
          return [id, { refused: 'promoterSettle.notApproved' as const }]
        const account = accounts.get(line.promoterId)
        if (!account) return [id, { refused: 'promoterSettle.noAccount' as const }]
        const { kind, sealed, lastFour, effectiveAt } = account
        return [
          id,
          {
            id,
            names: [{ field: 'name', text: line.promoterName }],
            payee: { name: line.promoterName, id: `promoter:${line.promoterId}` },
            usdCents: line.payableCents,
            account: {
              kind,
              sealed,
              owner: promoterAccounts.ownerOf(account.id),
              lastFour,
              ...(effectiveAt && { since: effectiveAt }),
            },
          },
        ]
      }),
    )
  },
  // Promoters cannot be barred, and the open payout itself marks a line.
  barred: async () => new Set(),
  routed: async () => {},
  async paid(tx, context, proofs) {
    const { now } = context
    const by = actorOf(context).username
    const lines = await lockById(
      tx,
      proofs.map(({ id }) => Number(id)),
    )
    const paid = proofs.map((proof) => ({ proof, line: lines.get(Number(proof.id))! }))
    const items = paid.map(({ proof, line }) =>
      paying(
        {
          id: derivedId(now, proof.payoutId, 'paid'),
          settlementId: line.id,
          promoterId: line.promoterId,
          usdCents: proof.usdCents,
          at: now,
        },
        proof.onChain,
      ),
    )
    const outcomes = await post(tx, by, now, items)
    const wrong = outcomes.find(({ status }) => status !== 'accepted')
    if (wrong) throw new Error(`a payout of a promoter was not posted: ${wrong.id}`)
    await setPaid(
      tx,
      paid.map(({ proof, line }, index) => ({
        id: line.id,
        paymentId: items[index]!.id,
        reference: proof.reference,
      })),
      by,
      now,
    )
    await recordMany(
      tx,
      context,
      paid.map(({ proof, line }) => {
        const of = { promoter: line.promoterName, model: line.model, month: monthOf(line) }
        const details = { ...of, usdCents: Number(proof.usdCents), payoutId: proof.payoutId }
        return {
          operation: 'promoterSettle.pay' as const,
          actor: actorOf(context),
          target: `promoter settlement ${line.id}`,
          content: settlementsChanged('paid', [of]),
          before: { ...details, state: 'approved' },
          after: { ...details, state: 'paid', reference: proof.reference },
        }
      }),
    )
  },
  // The lines can be selected again.
  failed: async () => {},
  dropped: async () => {},
}
