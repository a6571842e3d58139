// For each kind of act that one account may decide alone up to a limit: how staff ask for one, by the real calls.
import { agentPurchaseDecide, agentPurchaseReverse } from '@greenroom/contract/agentTrades'
import { gasSave } from '@greenroom/contract/chain'
import { rechargeRefund } from '@greenroom/contract/finance'
import { deductionList, deductionReverse, deductionSave } from '@greenroom/contract/guildMoney'
import type { AloneKind } from '@greenroom/contract/money'
import { payoutPay, payoutRequestDecide, payoutRequestSave } from '@greenroom/contract/payouts'
import { userDeduct, userGrant } from '@greenroom/contract/users'
import { withdrawalManual, withdrawalPass } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { aNewWithdrawal } from '../../src/rooms/finance/withdrawals/withdrawals.fixture.ts'
import { aProof, payableGuild } from '../../src/rooms/guilds/payouts/guildPayouts.fixture.ts'
import { weekAround, weekLater } from '../../src/rooms/guilds/weeks/weeks.rules.ts'
import { anAgent, aPurchase } from '../../src/rooms/topup-agents/agents.fixture.ts'
import { appUser, giveTokens } from '../../src/rooms/users/people.fixture.ts'
import { anOrder } from '../finance.ts'
import { everyMenu, type Made, person } from '../people.ts'
import { unique, type World } from '../world/base.ts'
import { aGuild } from '../world/guilds.ts'

/** The answer of an act: with an approval's id, it waits. */
export type Asked = { approvalId?: string | undefined }
/** Asks for one prepared act; a second time after the first request ended without effect. */
export type Ask = (by: Made) => Promise<Asked>

export type Driver = {
  /** A 500th of the limit, in the unit of the kind. */
  part: number
  /** Prepares an act of this many parts. */
  prepare: (world: World, parts: number) => Promise<{ ask: Ask; id: string | number }>
  /** Files a request of another kind about an act that was decided alone. */
  other?: (world: World, id: string | number, by: Made) => Promise<Asked>
  /** Makes a waiting act impossible, so that its approval fails; absent if nothing can. */
  spoil?: (world: World, id: string | number) => Promise<unknown>
}

export const aMember = ({ product }: World): Promise<Made> => person(product, { permissions: everyMenu(3) })

const dollar = 100
/** 100,000 tokens by default. */
const tokensPerPart = 200

const tokens = (call: typeof userGrant | typeof userDeduct): Driver => ({
  part: tokensPerPart,
  async prepare({ product }, parts) {
    const userId = await appUser(product)
    const amount = parts * tokensPerPart
    if (call === userDeduct) await giveTokens(product, userId, { promo: amount })
    return {
      id: userId,
      ask: ({ client }) =>
        client.call(call, { ids: [userId], tokens: amount, kind: 'compensation', reason: 'an apology' }),
    }
  },
  // A grant to somebody unknown, and a deduction from somebody without tokens, cannot be applied.
  spoil: ({ product }, id) =>
    call === userGrant
      ? sql`update users.grant_operation set user_ids = '{1}' where ${id}::bigint = any(user_ids)`.execute(
          product.database,
        )
      : sql`update users.grant_operation set tokens = tokens * 1000 where ${id}::bigint = any(user_ids)`.execute(
          product.database,
        ),
})

const byHand = async ({ product }: World, withdrawalId: string, { client }: Made) =>
  client.call(withdrawalManual, { withdrawalId, reference: 'R-1', proofFileId: await aProof(product) })

const endWithdrawal = ({ product }: World, id: string | number) =>
  sql`update finance.withdrawal set state = 'audit failed' where id = ${id}`.execute(product.database)

export const drivers: Record<AloneKind, Driver> = {
  grant: tokens(userGrant),
  tokenDeduction: tokens(userDeduct),
  refund: {
    part: dollar,
    async prepare(world, parts) {
      const id = await anOrder(world)
      await sql`update finance.recharge_order set usd_cents = ${parts * dollar} where id = ${id}`.execute(
        world.product.database,
      )
      return { id, ask: ({ client }) => client.call(rechargeRefund, { ids: [id], reason: 'a double charge' }) }
    },
    spoil: ({ product }, id) =>
      sql`update finance.recharge_order set state = 'failure' where id = ${id}`.execute(product.database),
  },
  withdrawalPass: {
    part: dollar,
    async prepare({ product }, parts) {
      const id = await aNewWithdrawal(product, parts)
      return { id, ask: ({ client }) => client.call(withdrawalPass, { ids: [id] }) }
    },
    // The bank could not pay it, and somebody else asks to pay it by hand.
    async other(world, id) {
      const somebody = await aMember(world)
      await sql`update finance.withdrawal set state = 'failure' where id = ${id}`.execute(world.product.database)
      return byHand(world, String(id), somebody)
    },
    spoil: endWithdrawal,
  },
  guildPayment: {
    part: dollar,
    async prepare(world, parts) {
      const { guildId, leader } = await payableGuild(world.product, world.admin, [parts * dollar])
      const { id } = await leader.client.call(payoutRequestSave, { usdCents: parts * dollar })
      await (await aMember(world)).client.call(payoutRequestDecide, { ids: [id], decision: 'agree' })
      const proofFileId = await aProof(world.product)
      return {
        id: guildId,
        ask: ({ client }) => client.call(payoutPay, { ids: [id], reference: 'FT 1', proofFileId }),
      }
    },
    spoil: ({ product }, id) =>
      sql`update guilds.guild set state = 'banned' where id = ${id}`.execute(product.database),
  },
  gasFee: {
    part: dollar,
    prepare: async (_, parts) => {
      const id = unique('Energy ')
      const fee = { chain: 'trc20' as const, usdCents: parts * dollar, note: id }
      return { id, ask: ({ client }) => client.call(gasSave, fee) }
    },
  },
  guildDeduction: {
    part: dollar,
    async prepare(world, parts) {
      const id = await aGuild(world)
      const sent = { of: 'guild' as const, kind: 'penalty' as const, usdCents: parts * dollar, reason: 'late' }
      const week = weekLater(weekAround(world.product.clock.now(), 'UTC').week, 1)
      return { id, ask: ({ client }) => client.call(deductionSave, { ...sent, week, ids: [id] }) }
    },
    async other({ admin }, id, { client }) {
      const [deduction] = (await admin.call(deductionList, { guildId: Number(id) })).records
      return client.call(deductionReverse, { ids: [deduction!.id], reason: 'a mistake' })
    },
    spoil: ({ product }, id) =>
      sql`update guilds.guild set state = 'dissolved' where id = ${id}`.execute(product.database),
  },
  agentPurchase: {
    part: dollar,
    async prepare({ product }, parts) {
      const { agentId } = await anAgent(product)
      const id = await aPurchase(product, agentId, parts * dollar * 10_000)
      return { id, ask: ({ client }) => client.call(agentPurchaseDecide, { ids: [id], decision: 'credit' }) }
    },
    other: (_, id, { client }) => client.call(agentPurchaseReverse, { purchaseId: String(id), reason: 'bounced' }),
    spoil: ({ product }, id) =>
      sql`update topup_agents.purchase set state = 'refused', decided_at = asked_at where id = ${id}`.execute(
        product.database,
      ),
  },
}
