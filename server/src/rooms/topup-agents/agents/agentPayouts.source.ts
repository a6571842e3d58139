// Agents' payables for stock that was bought back, as payouts of Finance's batches (docs/money.md, How the parts meet).
// A payout is an agent's entire payable, rounded down to cents, and puts a hold on it.
import { agentsPaid } from '@greenroom/contract/sentences/agents'
import { sql } from 'kysely'
import { actorOf, type Context } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { agentBalances, type Item, post } from '../../../ledger/index.ts'
import { recordMany } from '../../../log/index.ts'
import type { Candidate, Payable, PayoutProof, PayoutSource, Routed } from '../../finance/index.ts'
import { itemsInBatches } from '../../finance/index.ts'
import { isAdult } from '../../users/index.ts'
import { agentAccounts } from './agentPayouts.accounts.ts'
import { centsOf, freeing, holding, paying } from './agentPayouts.ledger.ts'
import { named } from './agents.decide.ts'
import * as agents from './agents.queries.ts'

/** When an agent's stock was last bought back. */
type Ended = { userId: bigint; at: Date }

async function endedOf(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, Ended>> {
  const { rows } = await sql<Ended>`
    select distinct on (user_id) user_id as "userId", at
      from topup_agents.event where what = 'bought back' and user_id = any(${userIds}::bigint[])
     order by user_id, id desc`.execute(reader)
  return new Map(rows.map((row) => [row.userId, row]))
}

const numbers = (ids: readonly string[]) => ids.map(Number).filter(Number.isSafeInteger)
const idsOf = (lines: readonly { id: string }[]) => numbers(lines.map(({ id }) => id))
const stateFault = (agent: agents.Agent, now: Date) =>
  agent.barred ? 'agent.userState' : isAdult(agent, now) ? null : 'agent.age'

async function postAll(tx: Transaction, context: Context, items: readonly Item[]): Promise<void> {
  const outcomes = await post(tx, actorOf(context).username, context.now, [...items])
  const wrong = outcomes.find(({ status }) => status !== 'accepted')
  if (wrong) throw new Error(`a payout of an agent was not posted: ${wrong.id}`)
}

/** Releases a payout's hold. */
async function letGo(tx: Transaction, context: Context, lines: readonly Routed[]): Promise<void> {
  const at = context.now
  const cause = ({ id, payoutId, usdCents }: Routed) => ({
    id: derivedId(at, payoutId, 'void'),
    agentId: Number(id),
    usdCents,
    at,
  })
  await postAll(
    tx,
    context,
    lines.map((line) => freeing(cause(line), line.payoutId)),
  )
}

/** Payments with their reference and proof, by payout. */
const keepPayments = (tx: Transaction, context: Context, paid: readonly (PayoutProof & { transferId: string })[]) =>
  sql`
    insert into topup_agents.payment (payout_id, agent_id, usd_cents, transfer_id, reference, proof_file_id, paid_by, paid_at)
    select p.payout_id, p.agent_id, p.cents, p.transfer_id, p.reference, p.proof, ${actorOf(context).username}, ${context.now}
      from unnest(${paid.map((p) => p.payoutId)}::uuid[], ${idsOf(paid)}::int[], ${paid.map((p) => p.usdCents)}::bigint[],
                  ${paid.map((p) => p.transferId)}::uuid[], ${paid.map((p) => p.reference)}::text[],
                  ${paid.map((p) => p.proofFileId)}::uuid[]) as p(payout_id, agent_id, cents, transfer_id, reference, proof)`.execute(
    tx,
  )

/** Agents' payables, for Finance's batches. The id is the agent's. */
export const agentSource: PayoutSource = {
  kind: 'agent',
  async candidates(reader, { limit, now }) {
    const owed = [...(await agentBalances(reader))].filter(([, { payable }]) => centsOf(payable) > 0n)
    const ids = owed.map(([id]) => id)
    const [live, accounts, waiting, found] = await Promise.all([
      itemsInBatches(reader, 'agent', ids.map(String)),
      agentAccounts.accountsInForce(reader, now, ids),
      agentAccounts.accountsWaiting(reader, ids),
      agents.agentsById(reader, ids),
    ])
    const ended = await endedOf(
      reader,
      [...found.values()].map(({ userId }) => userId),
    )
    return owed
      .flatMap(([id, { payable }]): Candidate[] => {
        const [agent, account] = [found.get(id), accounts.get(id)]
        if (!agent || live.has(String(id))) return []
        const next = account ? undefined : waiting.get(id)
        return [
          {
            id: String(id),
            payeeName: agent.nickname,
            payeeId: `agent:${id}`,
            owedCents: centsOf(payable),
            kind: account?.kind ?? null,
            lastFour: account?.lastFour ?? '',
            since: ended.get(agent.userId)?.at ?? agent.appliedAt,
            ...(next && { accountWaits: true, accountFrom: next.effectiveAt }),
          },
        ]
      })
      .toSorted((a, b) => Number(a.kind === null) - Number(b.kind === null) || a.since.getTime() - b.since.getTime())
      .slice(0, limit)
  },
  async lock(tx, { now }, sent) {
    const ids = numbers(sent)
    await agents.lockAgentsById(tx, ids)
    await agentAccounts.bringIntoForce(tx, now, ids)
  },
  async payable(reader, { now }, sent) {
    const ids = numbers(sent)
    const found = await agents.agentsById(reader, ids)
    const balances = await agentBalances(reader, ids)
    const accounts = await agentAccounts.accountsInForce(reader, now, ids)
    const judge = (id: number, agent: agents.Agent): Payable | { refused: 'payout.noAccount' } => {
      const account = accounts.get(id)
      const usdCents = centsOf(balances.get(id)?.payable ?? 0n)
      const fault = usdCents <= 0n ? 'payout.paid' : (stateFault(agent, now) ?? (account ? null : 'agent.noAccount'))
      if (fault !== null || !account) return { refused: fault as 'payout.noAccount' }
      return {
        id: String(id),
        payee: { name: agent.nickname, id: `agent:${id}` },
        usdCents,
        account: {
          kind: account.kind,
          sealed: account.sealed,
          owner: agentAccounts.ownerOf(account.id),
          lastFour: account.lastFour,
          ...(account.effectiveAt && { since: account.effectiveAt }),
        },
      }
    }
    return new Map([...found].map(([id, agent]) => [String(id), judge(id, agent)]))
  },
  async barred(tx, { now }, lines) {
    const found = await agents.lockAgentsById(tx, idsOf(lines))
    return new Set([...found].flatMap(([id, agent]) => (stateFault(agent, now) ? String(id) : [])))
  },
  async routed(tx, context, lines) {
    await postAll(
      tx,
      context,
      lines.map(({ id, payoutId, usdCents }) =>
        holding({ id: payoutId, agentId: Number(id), usdCents, at: context.now }),
      ),
    )
  },
  async paid(tx, context, proofs) {
    const at = context.now
    const found = await agents.lockAgentsById(tx, idsOf(proofs))
    const paid = proofs.map((proof) => ({ ...proof, transferId: derivedId(at, proof.payoutId, 'paid') }))
    await postAll(
      tx,
      context,
      paid.map(({ id, payoutId, usdCents, onChain, transferId }) =>
        paying({ id: transferId, agentId: Number(id), usdCents, at }, onChain, payoutId),
      ),
    )
    await keepPayments(tx, context, paid)
    await recordMany(
      tx,
      context,
      paid.map(({ id, payoutId, usdCents, reference }) => ({
        operation: 'agent.paid' as const,
        actor: actorOf(context),
        target: `agent of user ${found.get(Number(id))!.userId}`,
        content: agentsPaid([named(found.get(Number(id))!)], usdCents),
        before: null,
        after: { agentId: Number(id), usdCents: Number(usdCents), payoutId, reference },
      })),
    )
  },
  failed: (tx, context, failures) => letGo(tx, context, failures),
  dropped: (tx, context, lines) => letGo(tx, context, lines),
}
