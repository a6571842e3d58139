// Top-up agents for the tables of calls, and a valid payload of each call that changes something about them.
import { agentAccountSave } from '@greenroom/contract/agents'
import { sql } from 'kysely'
import { readAddress } from '../src/rooms/chain/index.ts'
import { weekApproved } from '../src/rooms/guilds/payouts/guildPayouts.payable.fixture.ts'
import {
  aCodeFor,
  anAgent,
  anApplication,
  aPurchase,
  aPurchaseProof,
  aSale,
  aSaleToReturn,
  aUser,
  stocked,
  type TestAgent,
} from '../src/rooms/topup-agents/agents.fixture.ts'
import { anAddress } from './chain.ts'
import { everyMenu, person } from './people.ts'
import type { Client } from './product.ts'
import { reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

/** An agent with stock. */
export const someAgent = ({ product }: World): Promise<TestAgent> => anAgent(product, { stock: 50_000 })

/** The caller for whom the payload was made. */
let last: TestAgent | undefined
const itself = async (): Promise<Client> => last!.account.client
const anotherAgent = async (world: World): Promise<TestAgent> => {
  last = await someAgent(world)
  return last
}

/** An agent who leads a guild with an approved, unpaid week. */
async function aLeadingAgent({ product }: World): Promise<Client> {
  const { database, clock } = product
  const agent = await anAgent(product)
  const at = clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
    values (${unique('Led ')}, ${agent.userId}, 'Lin', 'lin@mail.example', '86', ${`133${String(agent.userId).padStart(8, '0')}`},
            'normal', ${at}) returning id`.execute(database)
  await weekApproved(database, { guildId: rows[0]!.id, cents: 50_000, weeksAgo: 1, at })
  return agent.account.client
}

/** A guild's leader who may apply. */
async function aLeader({ product }: World): Promise<Client> {
  const userId = await aUser(product)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
    values (${unique('Of ')}, ${userId}, 'Lin', 'lin@mail.example', '86', ${`134${String(userId).padStart(8, '0')}`},
            'normal', ${product.clock.now()}) returning id`.execute(product.database)
  return (await person(product, { permissions: everyMenu(3), unionId: rows[0]!.id })).client
}

const key = () => crypto.randomUUID()
const account = {
  kind: 'bank',
  holder: 'Ana Lima',
  bankName: 'First Bank',
  accountNumber: 'DE89370400440532013000',
} as const

export const agentWrites: Record<string, Write> = {
  agentApprove: { leaves: 'both', payload: async ({ product }) => ({ ids: [await anApplication(product)] }) },
  agentReject: { leaves: 'both', payload: async ({ product }) => ({ ids: [await anApplication(product)], reason }) },
  agentFreeze: { leaves: 'both', payload: async (world) => ({ ids: [(await someAgent(world)).userId], reason }) },
  agentUnfreeze: {
    leaves: 'both',
    payload: async (world) => {
      const { userId } = await someAgent(world)
      await sql`update topup_agents.application set state = 'frozen' where user_id = ${userId}`.execute(
        world.product.database,
      )
      return { ids: [userId] }
    },
  },
  agentCancel: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ userId: (await someAgent(world)).userId, stock: 'buy back', reason }),
  },
  agentLimits: {
    leaves: 'both',
    payload: async (world) => ({
      userId: (await someAgent(world)).userId,
      version: 1,
      dayTokens: 9_000,
      countries: ['BR'],
    }),
  },
  agentAccountSave: {
    asks: true,
    leaves: 'after',
    payload: async (world) => ({ userId: (await someAgent(world)).userId, account }),
  },
  agentReveal: {
    leaves: 'after',
    payload: async ({ product }) => ({ userId: await anApplication(product), reason }),
  },
  agentAccountReveal: {
    leaves: 'after',
    payload: async (world) => {
      const { userId } = await someAgent(world)
      return { accountId: (await world.admin.call(agentAccountSave, { userId, account })).accountId, reason }
    },
  },
  agentPurchaseDecide: {
    leaves: 'both',
    payload: async (world) => ({
      ids: [await aPurchase(world.product, (await someAgent(world)).agentId)],
      decision: 'refuse',
      reason,
    }),
  },
  agentPurchaseReverse: {
    leaves: 'both',
    payload: async (world) => ({
      purchaseId: await stocked(world.product, (await someAgent(world)).agentId, 2_000, 20_000_000),
      reason,
    }),
  },
  agentBackDecide: {
    leaves: 'both',
    payload: async (world) => ({
      ids: [await aSaleToReturn(world.product, await someAgent(world))],
      agree: false,
      reason,
    }),
  },
  agentApply: { by: aLeader, leaves: 'after', payload: async () => ({ contact: 'somebody', note: '' }) },
  agentAddress: {
    by: itself,
    leaves: 'after',
    payload: async (world) => {
      const { agentId } = await anotherAgent(world)
      const at = world.product.clock.now()
      await sql`
        with made as (
          insert into chain.key (chain, fingerprint, confirmed_at, confirmed_by, retired_at)
          values ('trc20', ${unique('key ')}, ${at}, 'test', ${at}) returning id)
        insert into chain.address (chain, address, key_id, index, owner_kind, owner_id, given_at)
        select 'trc20', ${readAddress('trc20', anAddress())}, id, 1, 'agent', ${agentId}, ${at} from made`.execute(
        world.product.database,
      )
      return { chain: 'trc20' }
    },
  },
  agentPurchaseSave: {
    by: itself,
    leaves: 'after',
    payload: async (world) => {
      await anotherAgent(world)
      return { usdCents: 10_000, reference: unique('FT'), proofFileId: await aPurchaseProof(world.product) }
    },
  },
  agentSell: {
    by: itself,
    leaves: 'after',
    payload: async (world) => {
      await anotherAgent(world)
      return { userId: await aUser(world.product), tokens: 2_000, key: key() }
    },
  },
  agentAskBack: {
    by: itself,
    leaves: 'after',
    payload: async (world) => ({
      saleId: await aSale(world.product, await anotherAgent(world)),
      reason,
    }),
  },
  agentReceiptShare: {
    by: itself,
    leaves: 'after',
    payload: async (world) => ({ saleId: await aSale(world.product, await anotherAgent(world)) }),
  },
  agentCodeSend: {
    by: itself,
    leaves: 'after',
    payload: async ({ product }) => {
      last = await anAgent(product)
      const { account, agentId } = last
      await sql`
        update access.staff set area_code = '86', phone = ${`1351${String(agentId).padStart(7, '0')}`} where id = ${account.staffId}`.execute(
        product.database,
      )
      return {}
    },
  },
  agentStepUp: {
    by: itself,
    leaves: 'after',
    payload: async (world) => ({ code: await aCodeFor(world.product, await anotherAgent(world)) }),
  },
  agentSalaryDeduct: { by: aLeadingAgent, leaves: 'after', payload: async () => ({ usdCents: 1_000, key: key() }) },
}
