// `agent.purchaseRequested`: an agent buys inside the app. A bank transfer waits for Finance; a salary deduction is credited at once.
import type { ErrorCode } from '@greenroom/contract/errors'
import { type AnyHandler, type Arrived, defineHandler } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import type { Params } from '../../../params/index.ts'
import {
  type LedGuild,
  ledBy,
  lockPayableWeeks,
  type SalaryOpen,
  salaryOpen,
  settlePayable,
} from '../../guilds/index.ts'
import * as agents from '../agents/agents.queries.ts'
import { type Priced, pricePurchases, settleCredits } from './trades.credit.ts'
import * as queries from './trades.queries.ts'
import { purchaseFault, purchaseRange } from './trades.rules.ts'

type Requested = Arrived<'agent.purchaseRequested'>
type Judged = { refuse: ErrorCode; why?: string } | { purchase: queries.NewPurchase; known: boolean }
type State = { purchaseId: string; priced: Priced | null; guildId: number | null; tokens: bigint }

/** A guild's open payable, minus what this chunk uses. */
type Open = { guild: LedGuild; open: SalaryOpen | null; leftCents: bigint }

async function openOf(tx: Transaction, leaders: readonly bigint[]): Promise<Map<bigint, Open>> {
  const found = new Map<bigint, Open>()
  for (const userId of leaders) {
    const guild = await ledBy(tx, userId)
    if (!guild) continue
    const open = await salaryOpen(tx, guild.id)
    found.set(userId, { guild, open: open ?? null, leftCents: open?.mostCents ?? 0n })
  }
  return found
}

export const requestedHandler = ({ params }: { params: Params }): AnyHandler =>
  defineHandler({
    types: ['agent.purchaseRequested'],
    plan: async ({ tx, now }, events) => {
      const userIds = [...new Set(events.map(({ data }) => BigInt(data.userId)))]
      const found = await agents.lockAgents(tx, userIds)
      const bySalary = new Set(
        events.filter(({ data }) => data.kind === 'salary').map(({ data }) => BigInt(data.userId)),
      )
      // Few: agents who lead a guild and buy from its salary in this chunk.
      const leaders = [...bySalary].filter((id) => found.get(id)?.state === 'approved')
      const guilds = (await Promise.all(leaders.map((id) => ledBy(tx, id)))).flatMap((guild) => guild?.id ?? [])
      await lockPayableWeeks(tx, guilds)
      const open = await openOf(tx, leaders)
      const idOf = ({ data }: Requested) =>
        derivedId(new Date(0), 'agent.requested', found.get(BigInt(data.userId))?.agentId ?? 0, data.purchaseId)
      const known = await queries.purchasesById(tx, events.map(idOf))
      const references = new Set<string>()
      const used = await queries.usedReferences(
        tx,
        events.map(({ data }) => data.reference),
      )
      const range = purchaseRange(params)

      const judged = events.map((event): Judged => {
        const { data, at } = event
        const agent = found.get(BigInt(data.userId))
        if (agent?.agentId == null) return { refuse: 400001 }
        const id = idOf(event)
        const purchase: queries.NewPurchase = {
          id,
          agentId: agent.agentId,
          kind: data.kind,
          usdMicros: BigInt(data.usdCents) * 10_000n,
          reference: data.reference,
          askedBy: 'app',
          at,
        }
        if (known.has(id)) return { purchase, known: true }
        if (agent.state !== 'approved') return { refuse: 400002 }
        if (purchaseFault(data.usdCents, range)) return { refuse: 400003 }
        if (data.kind === 'bank') {
          const reference = data.reference.toLowerCase()
          if (reference === '') return { refuse: 10009, why: 'a bank transfer has a reference' }
          if (used.has(reference) || references.has(reference)) return { refuse: 10027 }
          references.add(reference)
          return { purchase, known: false }
        }
        const salary = open.get(BigInt(data.userId))
        if (!salary) return { refuse: 1000002, why: 'the user leads no guild' }
        if (salary.guild.state === 'banned') return { refuse: 30004 }
        if (salary.open?.awaitsAccount) return { refuse: 1000002, why: 'the new leader has no payout account in force' }
        if (!salary.open || salary.leftCents < BigInt(data.usdCents)) return { refuse: 11005 }
        salary.leftCents -= BigInt(data.usdCents)
        return {
          purchase: {
            ...purchase,
            reference: salary.open.weeks[0]!.week,
            guildId: salary.guild.id,
            settlementId: salary.open.last.id,
            at: now,
          },
          known: false,
        }
      })
      const added = judged.flatMap((one) => ('purchase' in one && !one.known ? one.purchase : []))
      await queries.addPurchases(tx, added)
      const priced = new Map(
        (
          await pricePurchases(
            tx,
            { params, now, by: 'app' },
            added
              .filter(({ kind }) => kind === 'salary')
              .map((one) => ({ ...one, chain: null, guildId: one.guildId ?? null })),
          )
        ).map((one) => [one.id, one]),
      )
      return judged.map((one) => {
        if ('refuse' in one) return one
        const { id, guildId = null } = one.purchase
        const price = priced.get(id) ?? null
        const state: State = { purchaseId: id, priced: price, guildId, tokens: known.get(id)?.tokens ?? 0n }
        return { items: price ? [price.item] : [], state }
      })
    },
    settle: async ({ tx, now }, settled) => {
      const how = { params, now, by: 'app' }
      const paid = settled.filter(({ state }) => state.priced !== null)
      const credited = await settleCredits(
        tx,
        how,
        paid.map(({ state }) => state.priced!),
        paid.map(({ outcomes }) => outcomes[0]!),
      )
      const refused = paid.filter(({ state }) => 'refused' in credited.get(state.purchaseId)!)
      if (refused.length > 0)
        await queries.setRefused(
          tx,
          refused.map(({ state }) => state.purchaseId),
          { reason: 'the payable is too small', by: 'app', at: now },
        )
      for (const guildId of new Set(paid.flatMap(({ state }) => state.guildId ?? [])))
        await settlePayable(tx, guildId, await lockPayableWeeks(tx, [guildId]), now)
      return settled.map(({ state }) => {
        const credit = credited.get(state.purchaseId)
        if (credit && 'refused' in credit) return { refuse: credit.refused }
        return { result: { purchaseId: state.purchaseId, tokens: Number(credit?.tokens ?? state.tokens) } }
      })
    },
  })
