// Deposits, instructions and outflows inserted directly into the database, and a valid payload of each call about USDT that changes
// something. The keys are in the settings of `startProduct` where a call needs them.
import { gasSave } from '@greenroom/contract/chain'
import { sql } from 'kysely'
import { inTransaction } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { post } from '../src/ledger/index.ts'
import { shownAddress } from '../src/rooms/chain/address/chainAddress.codec.ts'
import { openKey } from '../src/rooms/chain/address/chainAddress.derive.ts'
import { unmatchedItem } from '../src/rooms/chain/deposit/deposit.ledger.ts'
import { lockDeposits } from '../src/rooms/chain/deposit/deposit.queries.ts'
import { credit, heldOf } from '../src/rooms/chain/deposit/deposit.settle.ts'
import { instruct } from '../src/rooms/chain/index.ts'
import { testKeys } from '../src/rooms/chain/keys.fixture.ts'
import { anAgent } from '../src/rooms/topup-agents/agents.fixture.ts'
import { agentPayer } from '../src/rooms/topup-agents/trades/trades.payer.ts'
import { appUser } from '../src/rooms/users/people.fixture.ts'
import type { TestProduct } from './product.ts'
import { reason, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

/** Settings with a chain whose node does not answer. */
export const chainSettings = { TRON_NODES: 'http://127.0.0.1:9/jsonrpc', TRON_XPUB: testKeys.trc20 }

let last = 0
const hash = () => `0x${(++last).toString(16).padStart(64, '0')}`
const addresses = openKey(testKeys.trc20)
/** An unused TRON address. */
export const anAddress = () => shownAddress('trc20', addresses.at(5_000 + ++last))

/** An unmatched deposit. */
export async function aDeposit({ product }: Pick<World, 'product'>): Promise<string> {
  const now = product.clock.now()
  const { rows } = await sql<{ id: string }>`
    insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address,
                               usdt_micros, state, reason, detected_at, settled_at)
    values (uuidv7(), 'trc20', ${hash()}, 0, 100, ${hash()}, ${now}, ${addresses.at(4_000)}, ${addresses.at(4_001)},
            25000000, 'unmatched', 'usdt.unknownAddress', ${now}, ${now}) returning id`.execute(product.database)
  return rows[0]!.id
}

/** An unmatched deposit, with the ledger's transfer. */
export async function aHeldDeposit({ product }: Pick<World, 'product'>): Promise<string> {
  const id = await aDeposit({ product })
  await inTransaction(product.database, async (tx) => {
    const [deposit] = await lockDeposits(tx, [id])
    await post(tx, 'usdt', product.clock.now(), [unmatchedItem(heldOf(deposit!))])
  })
  return id
}

/** A deposit that left its chain, which nobody explained. */
export async function aVanishedDeposit(world: Pick<World, 'product'>): Promise<string> {
  const id = await aDeposit(world)
  await sql`update chain.deposit set vanished_at = ${world.product.clock.now()} where id = ${id}`.execute(
    world.product.database,
  )
  return id
}

/** A deposit that staff matched to an agent, who has not sold any of it. */
async function aMatchedDeposit({ product }: World): Promise<string> {
  const { database, clock, params } = product
  const { agentId } = await anAgent(product)
  const id = await aDeposit({ product })
  await inTransaction(database, async (tx) => {
    const [deposit] = await lockDeposits(tx, [id])
    const credited = await credit(tx, { payers: [agentPayer(params)] }, clock.now(), [
      { ...deposit!, owner_kind: 'agent', owner_id: BigInt(agentId) },
    ])
    const outcome = credited.get(id)
    await sql`
      update chain.deposit
         set state = 'matched', owner_kind = 'agent', owner_id = ${agentId}, transfer_id = ${outcome?.ok ? outcome.transferId : null}
       where id = ${id}`.execute(tx)
  })
  return id
}

/** An instruction that may be exported for the wallet. */
export async function anInstruction(product: TestProduct): Promise<number> {
  const now = product.clock.now()
  const payoutId = newId(now)
  const made = await inTransaction(product.database, (tx) =>
    instruct(tx, now, 24, [
      {
        payoutId,
        payee: { name: 'A payee', id: 'user:42' },
        chain: 'trc20',
        address: anAddress(),
        usdtMicros: 30_000_000n,
        since: new Date(now.getTime() - 7 * 86_400_000),
      },
    ]),
  )
  return made.get(payoutId)!
}

/** One that was taken. */
async function anExported({ product }: World): Promise<number> {
  const id = await anInstruction(product)
  const { rows } = await sql<{ number: number }>`
    insert into chain.instruction_batch (chain, usdt_micros, lines, taken_by, taken_at)
    values ('trc20', 30000000, 1, 'admin', ${product.clock.now()}) returning number`.execute(product.database)
  await product.database.updateTable('chain.instruction').set({ batch: rows[0]!.number }).where('id', '=', id).execute()
  return id
}

/** An outflow that nobody explained. */
export async function anOutflow({ product }: Pick<World, 'product'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into chain.outflow (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, to_address,
                               usdt_micros, kind)
    values (uuidv7(), 'trc20', ${hash()}, 0, 100, ${hash()}, ${product.clock.now()}, ${addresses.at(4_000)},
            ${addresses.at(4_001)}, 5000000, 'elsewhere') returning id`.execute(product.database)
  return rows[0]!.id
}

export const chainWrites: Record<string, Write> = {
  usdtInMatch: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({
      id: await aDeposit(world),
      ownerKind: 'user',
      ownerId: await appUser(world.product),
      reason,
    }),
  },
  usdtInReject: { asks: true, leaves: 'both', payload: async (world) => ({ id: await aDeposit(world), reason }) },
  usdtInUnmatch: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ id: await aMatchedDeposit(world), reason }),
  },
  usdtInExplain: { leaves: 'both', payload: async (world) => ({ ids: [await aVanishedDeposit(world)], reason }) },
  usdtOutExport: { leaves: 'both', payload: async ({ product }) => ({ ids: [await anInstruction(product)] }) },
  usdtOutHashes: {
    leaves: 'both',
    payload: async (world) => ({ lines: [{ id: await anExported(world), transaction: hash() }] }),
  },
  usdtOutWithdraw: {
    leaves: 'both',
    payload: async ({ product }) => ({ ids: [await anInstruction(product)], reason }),
  },
  walletRegister: {
    asks: true,
    leaves: 'after',
    payload: async () => ({ chain: 'trc20', address: anAddress(), name: 'Treasury', reason }),
  },
  outflowExplain: { leaves: 'both', payload: async (world) => ({ ids: [await anOutflow(world)], reason }) },
  gasSave: { leaves: 'after', payload: async () => ({ chain: 'trc20', usdCents: 1_250, note: 'Energy' }) },
  gasReverse: {
    leaves: 'both',
    payload: async ({ admin }) => {
      const { id } = await admin.call(gasSave, { chain: 'trc20', usdCents: 1_250, note: 'Energy' })
      return { id: id!, reason }
    },
  },
  walletConfirm: {
    leaves: 'both',
    payload: async ({ product }) => {
      await sql`update chain.key set retired_at = now()`.execute(product.database)
      return {
        chain: 'trc20',
        address0: shownAddress('trc20', addresses.at(0)),
        address5: shownAddress('trc20', addresses.at(5)),
      }
    },
  },
}
