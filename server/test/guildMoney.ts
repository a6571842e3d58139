// Objects for calls about guilds' money, and a valid payload of each call that changes something.
import * as money from '@greenroom/contract/guildMoney'
import * as payouts from '@greenroom/contract/payouts'
import { sql } from 'kysely'
import { aProof, bankAccount, finance, payableGuild } from '../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { weekAround, weekLater } from '../src/rooms/guilds/weeks/weeks.rules.ts'
import { aChargeback } from './finance.ts'
import type { TestProduct } from './product.ts'
import { reason, unique, type World } from './world/base.ts'
import { aGuild } from './world/guilds.ts'
import { anAppUser } from './world/users.ts'
import type { Write } from './writes/write.ts'

/** The Monday `weeks` weeks after the running week's. */
export const mondayIn = ({ clock }: TestProduct, weeks: number): string =>
  weekLater(weekAround(clock.now(), 'UTC').week, weeks)

/** The contents of a plan that starts next week. */
export const planContent = (product: TestProduct) => ({
  name: unique('Plan '),
  kind: 'whole' as const,
  levels: [
    { fromCents: 0, rateBp: 500 },
    { fromCents: 100_000, rateBp: 1000 },
  ],
  salary: [{ points: 20_000, days: 3, usdCents: 1000 }],
  startWeek: mondayIn(product, 1),
})

/** A draft of a plan. */
export const aPlan = async ({ product, admin }: World): Promise<number> =>
  (await admin.call(money.planSave, planContent(product))).id

/** A deduction from a guild, in the running week. */
export const aDeduction = async (world: World): Promise<number> => {
  const guildId = await aGuild(world)
  await world.admin.call(money.deductionSave, await deductionOf(world, guildId))
  return (await world.admin.call(money.deductionList, { guildId })).records[0]!.id
}
const deductionOf = async ({ product }: World, guildId: number) => ({
  of: 'guild' as const,
  ids: [guildId],
  kind: 'penalty' as const,
  usdCents: 1_250,
  week: mondayIn(product, 0),
  reason,
})

/** A guild's request, approved or not, and the caller who may continue with it. */
export async function aRequest({ product, admin }: World, agreed = false) {
  const { leader } = await payableGuild(product, admin, [20_000])
  const { id } = await leader.client.call(payouts.payoutRequestSave, { usdCents: 10_000 })
  if (agreed) await admin.call(payouts.payoutRequestDecide, { ids: [id], decision: 'agree' })
  return id
}
const proof = async ({ product }: World) => ({ reference: unique('FT'), proofFileId: await aProof(product) })
/** Pays requests that the administrator approved. */
const payer = async ({ product }: World) => (await finance(product)).client

export const moneyWrites: Record<string, Write> = {
  planSave: { leaves: 'after', payload: async ({ product }) => planContent(product) },
  planUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aPlan(world), version: 1, ...planContent(world.product) }),
  },
  planPublish: {
    asks: true,
    leaves: 'after',
    payload: async (world) => ({ id: await aPlan(world), version: 1, reason }),
  },
  deductionSave: { leaves: 'after', payload: async (world) => deductionOf(world, await aGuild(world)) },
  deductionChargeback: {
    leaves: 'after',
    payload: async (world) => {
      const guildId = await aGuild(world)
      const userId = await anAppUser(world)
      const week = mondayIn(world.product, 0)
      await sql`insert into guilds.member (guild_id, user_id, state, since)
        values (${guildId}, ${userId}, 'active', ${week}::date)`.execute(world.product.database)
      return { chargebackId: await aChargeback(world), lines: [{ userId, usdCents: 100 }], week, reason }
    },
  },
  deductionReverse: { leaves: 'both', payload: async (world) => ({ ids: [await aDeduction(world)], reason }) },
  payoutRequestSave: {
    by: async ({ product, admin }) => (await payableGuild(product, admin, [20_000])).leader.client,
    leaves: 'after',
    payload: async () => ({ usdCents: 10_000 }),
  },
  payoutRequestDecide: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await aRequest(world)], decision: 'refuse', reason }),
  },
  payoutPay: {
    by: payer,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aRequest(world, true)], ...(await proof(world)) }),
  },
  weekPay: {
    by: payer,
    leaves: 'both',
    payload: async (world) => {
      const { weeks } = await payableGuild(world.product, world.admin, [20_000])
      return { ids: weeks, ...(await proof(world)) }
    },
  },
  payoutAccountSave: {
    asks: true,
    leaves: 'after',
    payload: async (world) => ({ guildId: await aGuild(world), account: bankAccount }),
  },
  payoutAccountReveal: {
    leaves: 'after',
    payload: async ({ product, admin }) => ({ accountId: (await payableGuild(product, admin, [])).accountId, reason }),
  },
  planWithdraw: { leaves: 'both', payload: async (world) => ({ id: await aPlan(world), version: 1, reason }) },
}
