// A real chain for tests: anvil with the test token, and a proxy in front that behaves like a bad node.
import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { tokenCode } from './token.fixture.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function many(address[] to, uint256[] values)',
  'function setFee(uint256 rate)',
  'function balanceOf(address holder) view returns (uint256)',
])

export type Anvil = {
  url: string
  /** The token's contract. */
  token: string
  /** Anvil's own accounts; the first has all tokens. */
  accounts: string[]
  /** The same in mixed case (EIP-55). */
  shownToken: string
  shownAccounts: string[]
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  /** Pays from the first account, or another. @returns the transaction's hash */
  pay(to: string, usdt: number, from?: string): Promise<string>
  /** Several transfers in one transaction. */
  payMany(to: readonly (readonly [string, number])[]): Promise<string>
  /** Sends a payment that waits in the pool, and replaces it before it is in a block. @returns what replaces it */
  payThenReplace(to: string, usdt: number, from: string, whileItWaits: (hash: string) => Promise<void>): Promise<string>
  setFee(basisPoints: number): Promise<void>
  mine(blocks: number): Promise<void>
  hashOf(block: number): Promise<string>
  height(): Promise<number>
  /** The balance of an address, in millionths. */
  balance(address: string): Promise<bigint>
  close(): void
}

const micros = (usdt: number) => BigInt(Math.round(usdt * 1_000_000))

/** The anvil binary. Tests that need a chain fail without it; none is skipped. */
function program(): string {
  const names: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
  const platform = `@foundry-rs/anvil-${process.platform}-${names[process.arch]}`
  try {
    return createRequire(import.meta.url).resolve(`${platform}/bin/anvil`)
  } catch {
    throw new Error(`anvil is not installed: npm install --no-save ${platform}`)
  }
}

/** Starts anvil; its final block is two below its newest. */
export async function startAnvil(): Promise<Anvil> {
  // Not the mnemonic of the test keys, whose addresses belong to payers.
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const child = spawn(program(), ['--port', '0', '--slots-in-an-epoch', '1', '--accounts', '4', '--mnemonic', words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      text += part
      const [, address] = /Listening on ([\d.:]+)/.exec(text) ?? []
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', () => reject(new Error('anvil ended')))
  })
  const rpc = callsTo(url)
  const accounts = await rpc<string[]>('eth_accounts')
  const created = await rpc<string>('eth_sendTransaction', { from: accounts[0], data: tokenCode, gas: '0x2dc6c0' })
  const { contractAddress: token } = await mined(rpc, created)
  return { ...(await anvilAt(url, token)), close: () => void child.kill() }
}

/** An anvil that runs already, such as in another process; `close` leaves it running. */
export async function anvilAt(url: string, token: string): Promise<Anvil> {
  const rpc = callsTo(url)
  const accounts = await rpc<string[]>('eth_accounts')
  const send = async (data: string, from = accounts[0]) => {
    const hash = await rpc<string>('eth_sendTransaction', { from, to: token, data, gas: '0x7a120' })
    await mined(rpc, hash)
    return hash
  }
  return {
    url,
    token,
    accounts,
    shownToken: getAddress(token as '0x'),
    shownAccounts: accounts.map((account) => getAddress(account as '0x')),
    rpc,
    pay: (to, usdt, from) =>
      send(encodeFunctionData({ abi, functionName: 'transfer', args: [to as '0x', micros(usdt)] }), from),
    payMany: (to) =>
      send(
        encodeFunctionData({
          abi,
          functionName: 'many',
          args: [to.map(([address]) => address as '0x'), to.map(([, usdt]) => micros(usdt))],
        }),
      ),
    payThenReplace: async (to, usdt, from, whileItWaits) => {
      const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to as '0x', micros(usdt)] })
      const nonce = await rpc<string>('eth_getTransactionCount', from, 'latest')
      const put = (gasPrice: string) =>
        rpc<string>('eth_sendTransaction', { from, to: token, data, gas: '0x7a120', gasPrice, nonce })
      await rpc('evm_setAutomine', false)
      try {
        await whileItWaits(await put('0x2540be400'))
        return await put('0x4a817c800')
      } finally {
        await rpc('evm_setAutomine', true)
      }
    },
    setFee: async (rate) => {
      await send(encodeFunctionData({ abi, functionName: 'setFee', args: [BigInt(rate)] }))
    },
    mine: async (blocks) => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`)
    },
    hashOf: async (block) =>
      (await rpc<{ hash: string }>('eth_getBlockByNumber', `0x${block.toString(16)}`, false)).hash,
    height: async () => Number(await rpc<string>('eth_blockNumber')),
    balance: async (address) => {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address as '0x'] })
      return BigInt(await rpc<string>('eth_call', { to: token, data }, 'latest'))
    },
    close: () => {},
  }
}

const callsTo =
  (url: string): Anvil['rpc'] =>
  async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

/** Anvil mines a moment after it takes a transaction. */
async function mined(rpc: Anvil['rpc'], hash: string): Promise<{ contractAddress: string }> {
  for (;;) {
    const receipt = await rpc<{ contractAddress: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt) return receipt
  }
}

export type BadNode = {
  url: string
  /**
   * `behind`: knows no block above. `away`: does not answer. `empty`: finds no logs. `forge`: adds blocks of its own to the chain, with
   * deposits in the first of them. `claim`: answers this as its newest block.
   */
  behave(how: 'well' | 'away' | 'empty' | { behind: number } | Forgery | { claim: string }): void
  close(): Promise<void>
}

type Forgery = { forge: readonly (readonly [to: string, usdt: number])[]; token: string; above: number; blocks: number }

const word = (value: bigint | number | string) => BigInt(value).toString(16).padStart(64, '0')
const hexOf = (value: number) => `0x${value.toString(16)}`

/** The answers of a node that adds blocks of its own; undefined where it repeats the chain's. */
function forged({ forge, token, above, blocks }: Forgery, method: string, [first]: any[], parent: string): unknown {
  const hash = (number: number) => `0xf0${word(number).slice(2)}`
  const last = above + blocks
  const block = (number: number) => ({
    number: hexOf(number),
    hash: hash(number),
    parentHash: number === above + 1 ? parent : hash(number - 1),
    timestamp: hexOf(Math.floor(Date.now() / 1000)),
  })
  const logs = forge.map(([to, usdt], index) => ({
    address: token,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${word(1)}`,
      `0x${word(to.toLowerCase())}`,
    ],
    data: `0x${word(micros(usdt))}`,
    blockNumber: hexOf(above + 1),
    blockHash: hash(above + 1),
    transactionHash: `0xde${word(index).slice(2)}`,
    logIndex: hexOf(index),
  }))
  switch (method) {
    case 'eth_blockNumber':
      return hexOf(last)
    case 'eth_getBlockByNumber': {
      const number = first === 'finalized' ? last - 2 : Number(first)
      return number > above ? (number > last ? null : block(number)) : undefined
    }
    case 'eth_getLogs':
      if (first.blockHash !== undefined)
        return first.blockHash.startsWith('0xf0') ? (first.blockHash === hash(above + 1) ? logs : []) : undefined
      return Number(first.toBlock) > above ? logs : undefined
    case 'eth_getTransactionReceipt': {
      const found = logs.find(({ transactionHash }) => transactionHash === first)
      return found && { status: '0x1', blockHash: hash(above + 1), blockNumber: hexOf(above + 1), logs: [found] }
    }
    default:
      return undefined
  }
}

/** A proxy for a node that lags, dies or answers wrongly on demand. */
export async function badNode(url: string): Promise<BadNode> {
  let how: Parameters<BadNode['behave']>[0] = 'well'
  const server = createServer(async (request, response) => {
    if (how === 'away') return void request.socket.destroy()
    const requested = JSON.parse(await textOf(request)) as { id: number; method: string; params: any[] }
    const answer = (result: unknown) => response.end(JSON.stringify({ jsonrpc: '2.0', id: requested.id, result }))
    response.setHeader('content-type', 'application/json')
    if (how === 'empty' && requested.method === 'eth_getLogs') return answer([])
    if (typeof how === 'object' && 'claim' in how && requested.method === 'eth_blockNumber') return answer(how.claim)
    if (typeof how === 'object' && 'forge' in how) {
      const { hash } = await callsTo(url)<{ hash: string }>('eth_getBlockByNumber', hexOf(how.above), false)
      const made = forged(how, requested.method, requested.params, hash)
      if (made !== undefined) return answer(made)
    }
    if (typeof how === 'object' && 'behind' in how) {
      const { behind } = how
      if (requested.method === 'eth_blockNumber') return answer(`0x${behind.toString(16)}`)
      if (requested.method === 'eth_getBlockByNumber' && Number(requested.params[0]) > behind) return answer(null)
      if (requested.method === 'eth_getTransactionReceipt') return answer(null)
    }
    const passed = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requested),
    })
    response.end(await passed.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (behaviour) => {
      how = behaviour
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part as string
  return text
}
