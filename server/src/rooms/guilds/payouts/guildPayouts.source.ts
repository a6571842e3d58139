// Guilds' requests and weeks as payouts of Finance's batches (docs/money.md, How the parts meet). A week's payout reserves
// its amount on the payable; a request's holds it already.

import { guildsPaid } from '@greenroom/contract/sentences/guildMoney'
import { sql } from 'kysely'
import type { Approvals } from '../../../access/index.ts'
import { actorOf, type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import { dollars, tell } from '../../../notify/index.ts'
import type { Candidate, Payable, PayoutProof, PayoutSource, Routed } from '../../finance/index.ts'
import { judgeLines, type Line, lockLines } from './guildPay.lines.ts'
import { type Pays, paidDirectly, payKinds, waitingLines } from './guildPay.orders.ts'
import { derivePaid, lockApproved, lockWeeks } from './guildPay.weeks.ts'
import { withFormerAccount } from './guildPayoutAccount.queries.ts'
import { guildAccounts } from './guildPayoutAccount.ts'
import { centsOf, holdWeek, payHeld, voidRequest } from './guildPayouts.ledger.ts'
import { namesOf } from './guildPayouts.payees.ts'
import { lockRequests, setPaid } from './guildRequest.queries.ts'

/** The payout account of a guild `g`: in force (`a`), or when the newest one that is not yet will be (`n`). */
const accountOf = (now: Date) => sql`
  left join lateral (
    select x.kind, x.last_four from guilds.payout_account x
     where x.guild_id = g.id and (x.state = 'effective' or (x.state = 'waiting' and x.effective_at <= ${now}))
     order by x.id desc limit 1) a on true
  left join lateral (
    select true as found, x.effective_at from guilds.payout_account x
     where x.guild_id = g.id and x.state = 'waiting' order by x.id desc limit 1) n on a.kind is null`

const candidatesOf: Record<Pays, (reader: Reader, limit: number, now: Date) => Promise<Candidate[]>> = {
  request: async (reader, limit, now) =>
    (
      await sql<Candidate>`
        select r.id::text as id, g.name as "payeeName", 'guild:' || g.id as "payeeId", r.usd_cents as "owedCents",
               a.kind, coalesce(a.last_four, '') as "lastFour", coalesce(r.decided_at, r.requested_at) as since,
               coalesce(n.found, false) as "accountWaits", n.effective_at as "accountFrom"
          from guilds.payout_request r
          join guilds.guild g on g.id = r.guild_id
          ${accountOf(now)}
         where r.state = 'agreed'
           and not exists (select from finance.payout p
                            where p.source = 'guild.request' and p.source_id = r.id::text and p.state = 'waiting')
         order by (g.state = 'banned' or a.kind is null), r.decided_at, r.id limit ${limit}`.execute(reader)
    ).rows,
  // Confirmed ones, too: that nobody has approved them is why they are not paid.
  week: async (reader, limit, now) =>
    (
      await sql<Candidate>`
        select s.id::text as id, g.name as "payeeName", to_char(s.week, 'YYYY-MM-DD') as part, 'guild:' || g.id as "payeeId",
               s.payable_cents - s.paid_cents as "owedCents", a.kind, coalesce(a.last_four, '') as "lastFour",
               coalesce(s.approved_at, s.week::timestamptz) as since,
               coalesce(n.found, false) as "accountWaits", n.effective_at as "accountFrom"
          from guilds.settlement s
          join guilds.guild g on g.id = s.guild_id
          ${accountOf(now)}
         where s.state in ('approved', 'confirmed') and s.paid_at is null and s.payable_cents > s.paid_cents
           and not exists (select from finance.payout p
                            where p.source = 'guild.week' and p.source_id = s.id::text and p.state = 'waiting')
         order by (s.state <> 'approved' or g.state = 'banned' or a.kind is null), s.approved_at, s.id limit ${limit}`.execute(
        reader,
      )
    ).rows,
}

/** A line as Finance pays it. */
export function payableOf({ id, guildId, guildName, usdCents, account, withOlder }: Line): Payable {
  return {
    id: String(id),
    payee: { name: guildName, id: `guild:${guildId}` },
    names: namesOf({ name: guildName, leaderName: account.leaderName }),
    usdCents,
    ...(withOlder && { withOlder }),
    account: {
      kind: account.kind,
      sealed: account.sealed,
      owner: guildAccounts.ownerOf(account.id),
      lastFour: account.lastFour,
      ...(account.effectiveAt && { since: account.effectiveAt }),
    },
  }
}

type Paying = {
  proof: Routed
  guildId: number
  guildName: string
  week: string | null
  item: Item
  accountId: number | null
}

/** One transfer a line for the amount of its hold; the same for a request and a week. */
async function paying(tx: Transaction, pays: Pays, proofs: readonly PayoutProof[], at: Date): Promise<Paying[]> {
  const ids = proofs.map(({ id }) => Number(id))
  const requests = pays === 'request' ? await lockRequests(tx, ids) : new Map()
  const weeks = new Map(pays === 'week' ? (await lockWeeks(tx, ids)).map((week) => [week.id, week]) : [])
  return proofs.map((proof) => {
    const request = requests.get(Number(proof.id))
    const row = request ?? weeks.get(Number(proof.id))!
    const cause = {
      id: derivedId(at, proof.payoutId, 'paid'),
      guildId: row.guildId,
      usdCents: proof.usdCents,
      reference: request ? `guild request ${row.id}` : `settlement ${row.id}`,
      at,
    }
    return {
      proof,
      guildId: row.guildId,
      guildName: row.guildName,
      week: request ? null : row.week,
      accountId: request?.accountId ?? null,
      item: payHeld(cause, request ? request.holdId : proof.payoutId, proof.onChain),
    }
  })
}

/** Records each payment with its reference and payer. */
async function keepPayments(
  tx: Transaction,
  context: Context,
  pays: Pays,
  paid: readonly Paying[],
  proofs: readonly PayoutProof[],
) {
  const { now } = context
  const byId = new Map(proofs.map((proof) => [proof.id, proof]))
  const of = paid.map((one) => ({ ...one, of: byId.get(one.proof.id)! }))
  await sql`
    with made as (
      insert into guilds.payout_order (id, pays, ids, usd_cents, reference, proof_file_id, made_by, made_by_id, made_at, applied_at)
      select n.payout_id, ${pays}, array[n.id], n.cents, n.reference, n.proof, n.by, n.by_id, ${now}::timestamptz, ${now}::timestamptz
        from unnest(${of.map((one) => one.proof.payoutId)}::uuid[], ${of.map((one) => Number(one.proof.id))}::int[],
                    ${of.map((one) => one.proof.usdCents)}::bigint[], ${of.map((one) => one.of.reference)}::text[],
                    ${of.map((one) => one.of.proofFileId)}::uuid[], ${of.map((one) => one.of.by.username)}::text[],
                    ${of.map((one) => one.of.by.id)}::int[]) as n(payout_id, id, cents, reference, proof, by, by_id))
    insert into guilds.payment (guild_id, settlement_id, request_id, account_id, usd_cents, transfer_id, reference,
                                proof_file_id, paid_by, paid_by_id, paid_at, order_id)
    select n.guild_id, case when ${pays === 'week'}::boolean then n.id end, case when ${pays === 'request'}::boolean then n.id end,
           n.account_id, n.cents, n.transfer_id, n.reference, n.proof, n.by, n.by_id, ${now}::timestamptz, n.payout_id
      from unnest(${of.map((one) => one.guildId)}::int[], ${of.map((one) => Number(one.proof.id))}::int[],
                  ${of.map((one) => one.accountId)}::int[], ${of.map((one) => one.proof.usdCents)}::bigint[],
                  ${of.map((one) => one.item.id)}::uuid[], ${of.map((one) => one.of.reference)}::text[],
                  ${of.map((one) => one.of.proofFileId)}::uuid[], ${of.map((one) => one.proof.payoutId)}::uuid[],
                  ${of.map((one) => one.of.by.username)}::text[], ${of.map((one) => one.of.by.id)}::int[])
           as n(guild_id, id, account_id, cents, transfer_id, reference, proof, payout_id, by, by_id)`.execute(tx)
}

async function postAll(tx: Transaction, context: Context, items: readonly Item[]) {
  const outcomes = await post(tx, actorOf(context).username, context.now, [...items])
  const wrong = outcomes.find(({ status }) => status !== 'accepted')
  if (wrong) throw new Error(`a payout of a guild was not posted: ${wrong.id}`)
  return new Map(
    outcomes.flatMap((outcome) =>
      outcome.status === 'accepted'
        ? outcome.after.map(({ account, posted }) => [Number(account.owner.slice(6)), centsOf(posted)] as const)
        : [],
    ),
  )
}

/** The weeks of these lines, locked, by id. */
async function weeksOf(tx: Transaction, lines: readonly Routed[]) {
  const ids = lines.map(({ id }) => Number(id))
  return new Map((await lockWeeks(tx, ids)).map((week) => [week.id, week]))
}

/** Releases what a week's payout reserved. A request keeps its hold. */
async function letGo(tx: Transaction, context: Context, pays: Pays, lines: readonly Routed[]): Promise<void> {
  if (pays === 'request' || lines.length === 0) return
  const weeks = await weeksOf(tx, lines)
  await postAll(
    tx,
    context,
    lines.map((line) =>
      voidRequest(
        {
          id: derivedId(context.now, line.payoutId, 'void'),
          guildId: weeks.get(Number(line.id))!.guildId,
          usdCents: line.usdCents,
          reference: `settlement ${line.id}`,
          at: context.now,
        },
        line.payoutId,
      ),
    ),
  )
}

const numbers = (ids: readonly string[]): number[] => ids.map(Number).filter(Number.isSafeInteger)

const sourceOf = (pays: Pays, approvals: Approvals): PayoutSource => ({
  kind: pays === 'request' ? 'guild.request' : 'guild.week',
  candidates: (reader, { limit, now }) => candidatesOf[pays](reader, limit, now),
  async lock(tx, context, sent) {
    await lockLines(tx, pays, numbers(sent), context.now)
  },
  async payable(reader, context, sent) {
    const ids = numbers(sent)
    const waiting = () => waitingLines(approvals, reader, pays, context.now)
    const judged = await judgeLines(reader, pays, ids, { payerId: staffOf(context).id, now: context.now, waiting })
    const found = new Map<string, Payable | { refused: 'payout.notAgreed' }>()
    for (const one of judged) {
      const id = String(one.id)
      if ('line' in one) found.set(id, payableOf(one.line))
      // Unknown ones are left out.
      else if (one.code !== 50001 && one.code !== 10032)
        found.set(id, { refused: (one.why?.reason ?? 'payout.notAgreed') as 'payout.notAgreed' })
    }
    return found
  },
  async barred(tx, _context, lines) {
    const ids = lines.map(({ id }) => Number(id))
    const rows =
      pays === 'request'
        ? [...(await lockRequests(tx, ids)).values()]
        : (await lockWeeks(tx, ids)).filter(({ id }) => ids.includes(id))
    const former = await withFormerAccount(
      tx,
      lines.map(({ payoutId }) => payoutId),
    )
    return new Set([...rows.filter(({ guildState }) => guildState === 'banned').map(({ id }) => String(id)), ...former])
  },
  paidDirectly: (reader, payeeIds, since) => paidDirectly(reader, [pays], payeeIds, since),
  async routed(tx, context, lines) {
    if (pays === 'request' || lines.length === 0) return
    const weeks = await weeksOf(tx, lines)
    await postAll(
      tx,
      context,
      lines.map((line) =>
        holdWeek({
          id: line.payoutId,
          guildId: weeks.get(Number(line.id))!.guildId,
          usdCents: line.usdCents,
          reference: `settlement ${line.id}`,
          at: context.now,
        }),
      ),
    )
  },
  async paid(tx, context, proofs) {
    const lines = await paying(tx, pays, proofs, context.now)
    const weeks = await lockApproved(tx, [...new Set(lines.map(({ guildId }) => guildId))])
    const posted = await postAll(
      tx,
      context,
      lines.map(({ item }) => item),
    )
    await keepPayments(tx, context, pays, lines, proofs)
    if (pays === 'request')
      await setPaid(
        tx,
        lines.map(({ proof }) => Number(proof.id)),
      )
    await derivePaid(tx, weeks, posted, context.now)
    const references = new Map(proofs.map(({ id, reference }) => [id, reference]))
    await tell(
      tx,
      context.now,
      lines.map(({ proof, guildId }) => ({
        moment: 'payoutPaid',
        about: proof.payoutId,
        to: { guildId },
        params: { usd: dollars(proof.usdCents), reference: references.get(proof.id) ?? '' },
      })),
    )
    await recordMany(
      tx,
      context,
      lines.map(({ proof, guildId, guildName, week }) => {
        const details = { guildId, usdCents: Number(proof.usdCents), payoutId: proof.payoutId }
        return {
          actor: actorOf(context),
          operation: payKinds[pays],
          target: pays === 'request' ? `guild request ${proof.id}` : `settlement ${proof.id}`,
          content: guildsPaid('done', [{ guild: guildName, usdCents: proof.usdCents, ...(week && { week }) }]),
          before: { ...details, state: pays === 'request' ? 'agreed' : 'approved' },
          after: { ...details, state: pays === 'request' ? 'paid out' : 'approved' },
        }
      }),
    )
  },
  failed: (tx, context, failures) => letGo(tx, context, pays, failures),
  dropped: (tx, context, lines) => letGo(tx, context, pays, lines),
})

/** Guilds' requests and weeks, for Finance's batches. `approvals` is resolved lazily, because both are composed together. */
export const guildSources = (approvals: Approvals): PayoutSource[] => [
  sourceOf('request', approvals),
  sourceOf('week', approvals),
]
