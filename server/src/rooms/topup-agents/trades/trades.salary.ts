// Salary deductions: buys stock from the payable of the agent's own guild, in all no more than its last settled, unpaid week, posted at once.
// What is bought is paid by the oldest open week first, like every payment.
import type { agentSalary, agentSalaryDeduct } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { purchasesDecided } from '@greenroom/contract/sentences/agents'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { agentBalances } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import {
  type LedGuild,
  ledBy,
  lockPayableWeeks,
  refuseGuildState,
  type SalaryOpen,
  salaryOpen,
  settlePayable,
} from '../../guilds/index.ts'
import { named } from '../agents/agents.decide.ts'
import * as agents from '../agents/agents.queries.ts'
import { stateKey } from '../agents/agents.rules.ts'
import { shownTier, shownTiers, tiersNow } from '../topupAgents.tiers.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { lockOwn, refuseAmount } from './trades.bank.ts'
import { creditPurchases } from './trades.credit.ts'
import { monthOf, monthPurchases } from './trades.figures.ts'
import * as queries from './trades.queries.ts'
import { purchaseRange } from './trades.rules.ts'

type Services = { params: Params }

function canDeduct(
  agent: agents.Agent,
  guild: LedGuild | undefined,
  open: SalaryOpen | undefined,
  leastCents: number,
): true | string {
  if (agent.state !== 'approved') return stateKey(agent.state)
  if (!guild) return 'noGuild'
  if (guild.state !== 'normal') return 'guildState'
  if (!open) return 'noWeek'
  if (open.awaitsAccount) return 'newLeader'
  return open.mostCents >= BigInt(leastCents) ? true : 'tooSmall'
}

/** The amount that may be deducted now. @throws Refusal 400001 */
export const salary =
  ({ params }: Services) =>
  async (context: Context): Promise<Answer<typeof agentSalary>> => {
    const { database, now, timeZone } = context
    const agentId = ownAgentId(context)
    const agent = await agents.agentById(database, agentId)
    if (!agent) throw refuseCode(400001, 'agentId')
    const guild = await ledBy(database, agent.userId)
    const [open, months] = await Promise.all([
      guild ? salaryOpen(database, guild.id) : undefined,
      monthPurchases(database, [agentId], monthOf(now, timeZone)),
    ])
    const tiers = tiersNow(params)
    const { min, max } = purchaseRange(params)
    const minUsdCents = min * 100
    return {
      guild: guild ? { guildId: guild.id, name: guild.name } : null,
      week: open?.last.week ?? null,
      settlementId: open?.last.id ?? null,
      openUsdCents: Number(open?.mostCents ?? 0n),
      weeks: (open?.weeks ?? []).map(({ id, week, openCents }) => ({
        settlementId: id,
        week,
        openUsdCents: Number(openCents),
      })),
      tier: shownTier(tiers, months.get(agentId) ?? 0n),
      tokensPerUsd: params.integer('tokens_per_usd'),
      tiers: shownTiers(tiers),
      minUsdCents,
      maxUsdCents: max * 100,
      can: { deduct: canDeduct(agent, guild, open, minUsdCents) },
    }
  }

type Deduct = { id: string; usdCents: number; by: string }

/**
 * Buys with the payable, posted at once. The agent is locked.
 *
 * @throws Refusal 1000002 without a guild, an open week or the new leader's account, 30003, 30004, 30006 by the guild's state, 11005 above the open amount
 */
export async function deductFrom(
  tx: Transaction,
  { params, now, agent }: { params: Params; now: Date; agent: agents.Agent },
  { id, usdCents, by }: Deduct,
) {
  const guild = await ledBy(tx, agent.userId)
  if (!guild) throw refuseBecause(1000002, 'usdCents', 'agent.noGuild')
  refuseGuildState(guild, 'usdCents')
  const weeks = await lockPayableWeeks(tx, [guild.id])
  const open = await salaryOpen(tx, guild.id)
  if (!open) throw refuseBecause(1000002, 'usdCents', 'agent.noWeek')
  if (open.awaitsAccount) throw refuseBecause(1000002, 'usdCents', 'agent.newLeader')
  if (BigInt(usdCents) > open.mostCents)
    throw refuseBecause(11005, 'usdCents', 'agent.weekLeft', { left: (Number(open.mostCents) / 100).toFixed(2) })
  const week = open.weeks[0]!
  const purchase = {
    id,
    agentId: agent.agentId!,
    kind: 'salary' as const,
    usdMicros: BigInt(usdCents) * 10_000n,
    reference: week.week,
    askedBy: by,
    chain: null,
    guildId: guild.id,
    settlementId: open.last.id,
    at: now,
  }
  await queries.addPurchases(tx, [purchase])
  const credit = (await creditPurchases(tx, { params, now, by }, [purchase])).get(id)!
  if ('refused' in credit) throw new Refusal(credit.refused)
  await settlePayable(tx, guild.id, weeks, now)
  return { ...credit, purchase, guild, week }
}

const answerOf = async (reader: Reader, agentId: number, of: { id: string; tokens: bigint; extraTokens: bigint }) => ({
  purchaseId: of.id,
  tokens: Number(of.tokens),
  extraTokens: Number(of.extraTokens),
  stockTokens: Number((await agentBalances(reader, [agentId])).get(agentId)?.stock ?? 0n),
})

/** The same key deducts only once. */
export const deduct =
  ({ params }: Services) =>
  async (context: Context, sent: Parsed<typeof agentSalaryDeduct>): Promise<Answer<typeof agentSalaryDeduct>> => {
    const agentId = ownAgentId(context)
    refuseAmount(params, sent.usdCents)
    let before: Answer<typeof agentSalaryDeduct> | undefined
    const made = await unlessUnchanged<Answer<typeof agentSalaryDeduct> | null>(context, null, async (tx) => {
      const agent = await lockOwn(tx, context, 'usdCents')
      const id = derivedId(new Date(0), 'agent.salary', agentId, sent.key)
      const known = (await queries.purchasesById(tx, [id])).get(id)
      if (known) {
        if (known.usdMicros !== BigInt(sent.usdCents) * 10_000n) throw refuseBecause(20000, 'key', 'agent.keyUsed')
        before = await answerOf(tx, agentId, known)
        return undefined
      }
      const by = staffOf(context).username
      const credit = await deductFrom(tx, { params, now: context.now, agent }, { id, usdCents: sent.usdCents, by })
      await record(tx, context, {
        target: `purchase ${id}`,
        content: purchasesDecided('done', 'credit', [
          { agent: named(agent), kind: 'salary', usdMicros: credit.purchase.usdMicros },
        ]),
        before: null,
        after: {
          purchaseId: id,
          agentId,
          guildId: credit.guild.id,
          week: credit.week.week,
          usdCents: sent.usdCents,
          tokens: Number(credit.tokens),
        },
      })
      return answerOf(tx, agentId, { id, tokens: credit.tokens, extraTokens: credit.extraTokens })
    })
    return made ?? before!
  }
