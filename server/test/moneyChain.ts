// The chain (anvil) for the kill test (`moneyKill.ts`): it continues while server and database are down.
import * as calls from '@greenroom/contract/chain'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import type { Product } from '../src/app/index.ts'
import { balanceAt, ofPlatform } from '../src/ledger/index.ts'
import { shownAddress } from '../src/rooms/chain/address/chainAddress.codec.ts'
import { openKey } from '../src/rooms/chain/address/chainAddress.derive.ts'
import { type Anvil, startAnvil } from '../src/rooms/chain/anvil.fixture.ts'
import { watchChain } from '../src/rooms/chain/chain.rounds.ts'
import { testKeys } from '../src/rooms/chain/keys.fixture.ts'
import { person } from './people.ts'
import type { Client, TestProduct } from './product.ts'

export const chain = 'erc20'

export type MoneyChain = Anvil & {
  /** The wallet that pays payouts. */
  treasury: string
  /** The settings of a server that watches it. */
  settings: Record<string, string>
}

const walletUsdt = 1_000_000

export async function aMoneyChain(): Promise<MoneyChain> {
  const anvil = await startAnvil()
  const treasury = anvil.accounts[1]!
  await anvil.pay(treasury, walletUsdt)
  await anvil.mine(20)
  const settings = {
    ETHEREUM_NODES: anvil.url,
    ETHEREUM_XPUB: testKeys.erc20,
    ETHEREUM_USDT: shownAddress(chain, anvil.token.toLowerCase()),
  }
  return { ...anvil, treasury, settings }
}

/** The owner confirms the key, and two members of staff register the wallet that pays. */
export async function connectChain(product: TestProduct, admin: Client, { treasury }: MoneyChain): Promise<void> {
  const key = openKey(testKeys.erc20)
  const [address0, address5] = [shownAddress(chain, key.at(0)), shownAddress(chain, key.at(5))]
  await watchChain(product.watching, chain)
  await admin.call(calls.walletConfirm, { chain, address0, address5 })
  const wallet = { chain, address: shownAddress(chain, treasury), name: 'Payouts', reason: 'ours' } as const
  const { approvalId } = await admin.call(calls.walletRegister, wallet)
  const { client } = await person(product, { permissions: { 'finance.wallet': 3, 'system.approval': 3 } })
  const { outcomes } = await client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
  if (!outcomes[0]?.ok) throw new Error(JSON.stringify(outcomes))
}

/** Enters, as the owner does, the transactions of taken instructions that were paid before the server was killed and could store them. */
async function enterPaid(product: Product, admin: Client, anvil: MoneyChain): Promise<void> {
  const { rows } = await sql<{ id: number; address: string }>`
    select id, address from chain.instruction where state = 'signing' and batch is not null`.execute(product.database)
  for (const { id, address } of rows) {
    const topics = [transferTopic, null, `0x${address.slice(2).padStart(64, '0')}`]
    const filter = { address: anvil.token, fromBlock: '0x0', topics }
    const logs = await anvil.rpc<{ transactionHash: string }[]>('eth_getLogs', filter)
    if (logs.length > 0)
      await admin.call(calls.usdtOutHashes, { lines: [{ id, transaction: logs[0]!.transactionHash }] })
  }
}
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Mines until everything sent is final, and lets the watcher read it. */
export async function settleChain(product: Product, admin: Client, anvil: MoneyChain): Promise<void> {
  await enterPaid(product, admin, anvil)
  await anvil.mine(20)
  for (let pass = 0; pass < 1_000; pass++) {
    await watchChain(product.watching, chain)
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from chain.deposit where state in ('detected', 'confirming'))
          or exists (select from chain.instruction where state = 'broadcast')
          or exists (select from chain.moved)
          or coalesce((select number from chain.head where chain = ${chain}), 0) < ${await anvil.height()} as open`.execute(
      product.database,
    )
    if (!rows[0]!.open) return
  }
  throw new Error('the chain does not settle')
}

/** The balance of all our addresses, and the ledger's balance; in millionths. */
export async function chainAgainstLedger(
  product: Product,
  anvil: MoneyChain,
): Promise<{ chain: bigint; ledger: bigint }> {
  const { rows } = await sql<{ address: string }>`
    select address from chain.address where chain = ${chain} union select address from chain.wallet where chain = ${chain}`.execute(
    product.database,
  )
  let found = 0n
  for (const { address } of rows) found += await anvil.balance(address)
  const cash = await balanceAt(product.database, ofPlatform('cash.usdt.erc20', 'USDT'), product.clock.now())
  return { chain: found, ledger: -(cash?.posted ?? 0n) }
}
