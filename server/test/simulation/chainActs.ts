// Deposits of USDT on a chain of its own (anvil): credited when final, gone before that, lost by a reorganisation after it, and back.
import type { Act } from './act.ts'
import { meet } from './meet.ts'
import * as money from './model.ts'
import type { World } from './world.ts'

/** As the parameter says: final with so many blocks. */
const confirmations = 12
/** Deeper than the chain's finality, and still what the watcher compares. */
const reach = confirmations + 6

/** Blocks follow the simulation's clock. */
async function mine({ chain, now }: World, blocks: number): Promise<void> {
  await chain.anvil.mine(blocks)
  const { timestamp } = await chain.anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  await chain.anvil.rpc(
    'evm_setNextBlockTimestamp',
    Math.max(Math.floor(now().getTime() / 1_000), Number(timestamp) + 1),
  )
}

const payTo = async ({ chain }: World, user: number, usdt: number) => chain.anvil.pay(chain.addresses.get(user)!, usdt)

/** A person pays USDT, and it is final: credited as an order is. */
export async function deposit(world: World, user: number, usdt: number): Promise<money.Deposit> {
  const { model, chain } = world
  await mine(world, 1)
  const hash = await payTo(world, user, usdt)
  const raw = await chain.anvil.rpc<string>('eth_getRawTransactionByHash', hash)
  const block = await chain.anvil.height()
  await mine(world, confirmations + 2)
  await world.watch()
  const one: money.Deposit = { user, micros: BigInt(usdt) * 1_000_000n, raw, block, state: 'gone' }
  money.creditDeposit(model, one)
  model.deposits.push(one)
  world.count('deposit')
  return one
}

/** Paid, seen, and gone before it is final: nothing is credited. */
async function gone(world: World, user: number, usdt: number): Promise<void> {
  await mine(world, 1)
  await payTo(world, user, usdt)
  await mine(world, 2)
  await world.watch()
  await world.chain.anvil.rpc('anvil_reorg', 4, [])
  await mine(world, confirmations + 2)
  await world.watch()
  world.count('deposit gone')
}

/** Whether a reorganisation that the watcher follows takes the newest deposit, and no other. @returns its depth; null if not */
async function depthOf({ chain, model }: World, one: money.Deposit): Promise<number | null> {
  const depth = (await chain.anvil.height()) - one.block + 1
  return one === model.deposits.at(-1) && one.state === 'credited' && depth <= reach ? depth : null
}

/** The newest deposit is lost after it was credited: given back as far as there are tokens, the rest is owed. */
export async function vanish(world: World, one: money.Deposit): Promise<boolean> {
  const depth = await depthOf(world, one)
  if (depth === null) return false
  await world.chain.anvil.rpc('anvil_reorg', depth, [])
  for (let looks = 0; looks < 2; looks++) {
    await mine(world, confirmations + 2)
    await world.watch()
  }
  money.loseDeposit(world.model, one)
  world.count('deposit vanished')
  return true
}

/** What was lost is on the chain again, while nothing else was paid since: credited anew. */
export async function comeBack(world: World, one: money.Deposit): Promise<boolean> {
  if (one !== world.model.deposits.at(-1) || one.state !== 'vanished') return false
  const { anvil } = world.chain
  const hash = await anvil.rpc<string>('eth_sendRawTransaction', one.raw)
  await mine(world, 1)
  // Anvil mines it a moment after it takes it.
  const receipt = () => anvil.rpc<{ blockNumber: string } | null>('eth_getTransactionReceipt', hash)
  let mined = await receipt()
  while (mined === null) mined = await receipt()
  one.block = Number(mined.blockNumber)
  await mine(world, confirmations + 2)
  await world.watch()
  money.creditDeposit(world.model, one)
  world.count('deposit back')
  return true
}

const pay: Act = {
  name: 'deposit',
  weight: 2,
  async run(world, random) {
    const user = random.one([...world.payers, ...world.earners])
    const usdt = random.whole(10, 90)
    if (random.once(4)) await gone(world, user, usdt)
    else await deposit(world, user, usdt)
  },
}

const reorganise: Act = {
  name: 'reorganise',
  weight: 3,
  async run(world, random) {
    const one = meet(world, random, 'reorganise', world.model.deposits.slice(-1), ({ state }) => state)
    if (!one) return false
    return one.state === 'credited' ? vanish(world, one) : comeBack(world, one)
  },
}

export const chainActs: Act[] = [pay, reorganise]
