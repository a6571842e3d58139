// A real chain (anvil), a product that follows it, and deposits, for tests of deposits.
import { usdtInList } from '@greenroom/contract/chain'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { connect } from '../../../test/bridge.ts'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { balancesOfUsers, verifyLedger } from '../../ledger/index.ts'
import { userDeposits } from '../finance/recharges/recharges.usdt.ts'
import { appUser } from '../users/people.fixture.ts'
import { shownAddress } from './address/chainAddress.codec.ts'
import { addressFor } from './address/chainAddress.service.ts'
import { type Anvil, type BadNode, badNode, startAnvil } from './anvil.fixture.ts'
import { watchChain } from './chain.rounds.ts'
import { chainsOf } from './chain.settings.ts'
import type { Watching } from './chain.watching.ts'
import { giveAddresses, testKeys } from './keys.fixture.ts'

/** As in the parameter. */
export const confirmations = 12

export let anvil: Anvil
export let bad: BadNode
export let product: TestProduct
export let admin: Client
export let checker: Client
let watching: Watching

const settingsOf = (nodes: string[]) => ({ nodes, publicKey: testKeys.erc20, contract: anvil.token.toLowerCase() })
/** The nodes that the watcher asks from now on. */
export const follow = (...nodes: string[]) => watching.chains.set('erc20', settingsOf(nodes))

export const look = () => watchChain(watching, 'erc20')
/** Mines the blocks that a deposit needs, and runs the watcher. */
export const finish = async () => {
  await anvil.mine(confirmations + 2)
  await look()
}

/** A user with an address that nobody has paid: one of the spares was paid before it had an owner, and any may be next. */
export async function aPayer(): Promise<{ userId: number; address: string }> {
  const userId = await appUser(product)
  const address = await inTransaction(product.database, (tx) =>
    addressFor(tx, product.clock.now(), { kind: 'user', id: userId }, 'erc20'),
  )
  return (await depositsTo(address)).length === 0 ? { userId, address } : aPayer()
}
export const depositsTo = async (address: string) => (await admin.call(usdtInList, { address })).records
export const one = async (address: string) => (await depositsTo(address))[0]!
export const tokensOf = async (userId: number) =>
  Number((await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId))?.paidTokens ?? 0n)

/** One chain, one product and one watcher for the tests of a file. */
export function startChain(): void {
  beforeAll(async () => {
    anvil = await startAnvil()
    bad = await badNode(anvil.url)
    product = await startProduct({
      ETHEREUM_NODES: anvil.url,
      ETHEREUM_XPUB: testKeys.erc20,
      ETHEREUM_USDT: shownAddress('erc20', anvil.token.toLowerCase()),
    })
    const { database, clock, params } = product
    watching = {
      database,
      clock,
      params,
      chains: chainsOf({ trc20: null, erc20: settingsOf([anvil.url]) }),
      payers: [userDeposits({ params })],
      ends: { barred: async () => new Set(), paid: async () => {}, failed: async () => {} },
    }
    await giveAddresses(database, 'erc20', 60)
    await connect(product, { endpoint: 'https://app.example/commands' })
    admin = await product.administrator()
    checker = (await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })).client
    await anvil.mine(20)
    await look()
  })
  afterAll(async () => {
    expect(await verifyLedger(product.database)).toEqual([])
    anvil.close()
    await Promise.all([bad.close(), product.close()])
  })
  beforeEach(() => {
    bad.behave('well')
    follow(anvil.url)
  })
}
