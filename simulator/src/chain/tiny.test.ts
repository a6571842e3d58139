import { expect, test } from 'vitest'
import { bytesOf } from './address.ts'
import { type Happening, TinyChain, Unanswerable } from './tiny.ts'

const [owner, payee] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const start = 1_000_000
const block = 3_000

const past: Happening = {
  past: [
    { at: 1_000, payments: [] },
    { at: 2_000, payments: [{ from: `0x${'c'.repeat(40)}`, to: owner, usdtMicros: 100n }] },
    { at: 3_000, payments: [] },
  ],
}
function alive(more: readonly Happening[] = []): TinyChain {
  const chain = new TinyChain('trc20', '1')
  for (const happening of [past, { live: start }, ...more]) chain.happen(happening)
  return chain
}
const number = (chain: TinyChain, now: number, method: string, ...params: unknown[]) =>
  Number(chain.answer(now, method, params))
const blockAt = (chain: TinyChain, now: number, of: number | string) =>
  chain.answer(now, 'eth_getBlockByNumber', [typeof of === 'number' ? `0x${of.toString(16)}` : of, false]) as Record<
    string,
    string
  > | null
const balance = (chain: TinyChain, now: number, address: string) =>
  number(
    chain,
    now,
    'eth_call',
    { to: chain.contract, data: `0x70a08231${address.slice(2).padStart(64, '0')}` },
    'latest',
  )

test('a block is made every few seconds, each the child of the previous one', () => {
  const chain = alive()
  const now = start + 10 * block
  expect(number(chain, start, 'eth_blockNumber')).toBe(2)
  expect(number(chain, now, 'eth_blockNumber')).toBe(12)
  for (let n = 1; n <= 12; n++) expect(blockAt(chain, now, n)!['parentHash']).toBe(blockAt(chain, now, n - 1)!['hash'])
  expect(blockAt(chain, now, 13)).toBeNull()
  expect(Number(blockAt(chain, now + 30 * block, 'finalized')!['number'])).toBe(42 - 19)
  expect(Number(blockAt(chain, now, 3)!['timestamp'])).toBe((start + block) / 1_000)
})

test('a payment is in the next block; one without the money is reverted', () => {
  const chain = alive()
  const paid = { from: owner, to: payee, usdtMicros: 60n }
  const [first] = chain.happen(chain.plan(start, paid, true))
  // The first is not mined yet, but counts.
  const [second] = chain.happen(chain.plan(start, paid, true))
  expect(chain.answer(start, 'eth_getTransactionReceipt', [first])).toBeNull()
  const now = start + block
  expect(chain.answer(now, 'eth_getTransactionReceipt', [first])).toMatchObject({ status: '0x1', blockNumber: '0x3' })
  expect(chain.answer(now, 'eth_getTransactionReceipt', [second])).toMatchObject({ status: '0x0', logs: [] })
  expect([balance(chain, start, owner), balance(chain, now, owner), balance(chain, now, payee)]).toEqual([100, 40, 60])
  const filter = { address: chain.contract, topics: [topic], blockHash: blockAt(chain, now, 3)!['hash'] }
  expect(chain.answer(now, 'eth_getLogs', [filter])).toMatchObject([{ transactionHash: first, logIndex: '0x0' }])
  expect(
    chain.answer(now, 'eth_getLogs', [{ ...filter, blockHash: undefined, fromBlock: '0x0', toBlock: '0x9' }]),
  ).toHaveLength(2)
  expect(chain.answer(now, 'eth_getTransactionByHash', [second])).toMatchObject({ from: owner, nonce: '0x1' })
  expect(number(chain, now, 'eth_getTransactionCount', owner, 'latest')).toBe(2)
})

test('the same events make the same chain', () => {
  const chain = alive()
  const paid = chain.plan(start + block, { from: owner, to: payee, usdtMicros: 1n }, true)
  chain.happen(paid)
  const now = start + 20 * block
  expect(blockAt(alive([paid]), now, 10)).toEqual(blockAt(chain, now, 10))
  expect(blockAt(alive(), now, 4)!['hash']).not.toBe(blockAt(chain, now, 4)!['hash'])
})

test('unknown methods are refused', () => {
  expect(() => alive().answer(start, 'eth_sendRawTransaction', [])).toThrow(Unanswerable)
  expect(() => alive().answer(start, 'eth_getBlockByNumber', ['0xzz'])).toThrow(Unanswerable)
})

test('addresses are read in JSON-RPC’s form', () => {
  expect(bytesOf('trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
  expect(bytesOf('erc20', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toBe(
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
  )
})
