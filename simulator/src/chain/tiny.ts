// A tiny chain with one token, USDT, that answers a watcher's JSON-RPC calls. It has no clock and no keys: blocks are
// computed from the time of a request, and authorised callers can pay.
import { createHash } from 'node:crypto'

export type ChainName = 'trc20' | 'erc20'
export type Payment = { from: string; to: string; usdtMicros: bigint }
/** A block from before the chain went live. */
export type Past = { at: number; payments: readonly Payment[] }

/** A chain's events in order, stored so that it continues after a stop. */
export type Happening =
  | { past: readonly Past[] }
  | { live: number }
  | { paid: Payment; block: number; reverted: boolean }

type Transaction = Payment & { hash: string; block: number; place: number; nonce: number; reverted: boolean }
type Log = Record<string, unknown>

/** A request that no node answers. */
export class Unanswerable extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const kinds = {
  // Tether's contracts, and the real chains' block times.
  trc20: { contract: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', id: 728_126_428, blockMs: 3_000, final: 19 },
  erc20: { contract: '0xdac17f958d2ee523a2206206994597c13d831ec7', id: 1, blockMs: 12_000, final: 12 },
} as const

/** keccak256 of Transfer(address,address,uint256), and the selector of balanceOf(address). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balanceOf = '0x70a08231'

const hex = (value: number | bigint) => `0x${value.toString(16)}`
const word = (value: string | bigint) =>
  `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`
const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
const lower = (value: unknown) => String(value).toLowerCase()

export class TinyChain {
  readonly contract: string
  readonly #kind: (typeof kinds)[ChainName]
  readonly #seed: string
  /** Times of the blocks before the chain went live. */
  readonly #past: number[] = []
  #live: number | null = null
  readonly #byBlock = new Map<number, Transaction[]>()
  readonly #byHash = new Map<string, Transaction>()
  readonly #byAddress = new Map<string, { block: number; usdtMicros: bigint }[]>()
  readonly #nonces = new Map<string, number>()

  constructor(name: ChainName, seed: string) {
    this.#kind = kinds[name]
    this.contract = this.#kind.contract
    this.#seed = `${name} ${seed}`
  }

  /** Applies decided or stored events. @returns the hashes of its transactions */
  happen(what: Happening): string[] {
    if ('live' in what) {
      this.#live = what.live
      return []
    }
    if ('paid' in what) return [this.#include(what.paid, what.block, what.reverted)]
    return what.past.flatMap(({ at, payments }) => {
      const block = this.#past.push(at) - 1
      return payments.map((payment) => this.#include(payment, block, false))
    })
  }

  get isLive(): boolean {
    return this.#live !== null
  }

  /** The result of a payment made now: in the next block, reverted if its payer lacks the money. */
  plan(now: number, paid: Payment, mustHave: boolean): Happening {
    if (!this.isLive) throw new Unanswerable(-32_000, 'the chain is not live yet')
    const block = this.head(now) + 1
    const reverted = mustHave && this.balance(paid.from, block) < paid.usdtMicros
    return { paid, block, reverted }
  }

  #include(payment: Payment, block: number, reverted: boolean): string {
    const nonce = this.#nonces.get(payment.from) ?? 0
    this.#nonces.set(payment.from, nonce + 1)
    const hash = hashOf(`${this.#seed} transaction ${payment.from} ${nonce}`)
    const inBlock = this.#byBlock.get(block) ?? []
    const made = { ...payment, hash, block, place: inBlock.length, nonce, reverted }
    this.#byBlock.set(block, [...inBlock, made])
    this.#byHash.set(hash, made)
    if (!reverted)
      for (const [address, usdtMicros] of [
        [payment.to, payment.usdtMicros],
        [payment.from, -payment.usdtMicros],
      ] as const) {
        const moved = this.#byAddress.get(address) ?? []
        moved.push({ block, usdtMicros })
        this.#byAddress.set(address, moved)
      }
    return hash
  }

  head(now: number): number {
    const mined = this.#live === null ? 0 : Math.max(0, Math.floor((now - this.#live) / this.#kind.blockMs))
    return this.#past.length - 1 + mined
  }

  /** An address's balance once this block is mined; users' own wallets may be negative. */
  balance(address: string, block: number): bigint {
    const sum = (this.#byAddress.get(address) ?? [])
      .filter((moved) => moved.block <= block)
      .reduce((total, { usdtMicros }) => total + usdtMicros, 0n)
    return sum > 0n ? sum : 0n
  }

  /** The answer to a JSON-RPC request at a given time. @throws Unanswerable */
  answer(now: number, method: string, params: readonly unknown[]): unknown {
    const head = this.head(now)
    switch (method) {
      case 'eth_chainId':
        return hex(this.#kind.id)
      case 'eth_blockNumber':
        return hex(head)
      case 'eth_getBlockByNumber':
        return this.#block(this.#number(params[0], head), head)
      case 'eth_getLogs':
        return this.#logs((params[0] ?? {}) as Record<string, unknown>, head)
      case 'eth_getTransactionReceipt':
        return this.#receipt(this.#byHash.get(lower(params[0])), head)
      case 'eth_getTransactionByHash': {
        const found = this.#byHash.get(lower(params[0]))
        return found ? { hash: found.hash, from: found.from, nonce: hex(found.nonce) } : null
      }
      case 'eth_getTransactionCount': {
        const upTo = this.#number(params[1], head)
        const from = lower(params[0])
        return hex([...this.#byHash.values()].filter((one) => one.from === from && one.block <= upTo).length)
      }
      case 'eth_call':
        return this.#call((params[0] ?? {}) as Record<string, unknown>, this.#number(params[1], head))
      default:
        throw new Unanswerable(-32_601, `unknown method ${method}`)
    }
  }

  #number(tag: unknown, head: number): number {
    if (tag === undefined || tag === 'latest') return head
    if (tag === 'finalized' || tag === 'safe') return Math.max(0, head - this.#kind.final)
    if (tag === 'earliest') return 0
    const number = Number(tag)
    if (!Number.isSafeInteger(number) || number < 0) throw new Unanswerable(-32_602, 'not a block')
    return number
  }

  #hash(number: number): string {
    const inside = (this.#byBlock.get(number) ?? []).map(({ hash }) => hash)
    return hashOf(`${this.#seed} block ${number} ${inside.join(' ')}`)
  }

  #time(number: number): number {
    return this.#past[number] ?? this.#live! + (number - this.#past.length + 1) * this.#kind.blockMs
  }

  #block(number: number, head: number) {
    if (number > head) return null
    return {
      number: hex(number),
      hash: this.#hash(number),
      parentHash: number === 0 ? word('0x0') : this.#hash(number - 1),
      timestamp: hex(Math.floor(this.#time(number) / 1_000)),
      transactions: (this.#byBlock.get(number) ?? []).map(({ hash }) => hash),
    }
  }

  #log(one: Transaction): Log {
    return {
      address: this.contract,
      topics: [transferTopic, word(one.from), word(one.to)],
      data: word(one.usdtMicros),
      blockNumber: hex(one.block),
      blockHash: this.#hash(one.block),
      transactionHash: one.hash,
      logIndex: hex(one.place),
      removed: false,
    }
  }

  #logs(filter: Record<string, unknown>, head: number): Log[] {
    const [topic] = Array.isArray(filter['topics']) ? filter['topics'] : []
    if (lower(filter['address']) !== this.contract || lower(topic) !== transferTopic) return []
    const hash = filter['blockHash']
    const from = this.#number(filter['fromBlock'], head)
    const to = this.#number(filter['toBlock'], head)
    return [...this.#byHash.values()]
      .filter(({ block, reverted }) => block <= head && !reverted)
      .filter(({ block }) => (hash === undefined ? block >= from && block <= to : this.#hash(block) === hash))
      .toSorted((a, b) => a.block - b.block || a.place - b.place)
      .map((one) => this.#log(one))
  }

  #receipt(found: Transaction | undefined, head: number) {
    if (!found || found.block > head) return null
    return {
      transactionHash: found.hash,
      status: found.reverted ? '0x0' : '0x1',
      blockHash: this.#hash(found.block),
      blockNumber: hex(found.block),
      logs: found.reverted ? [] : [this.#log(found)],
    }
  }

  #call({ to, data }: Record<string, unknown>, block: number): string {
    if (lower(to) !== this.contract || !lower(data).startsWith(balanceOf)) return '0x'
    return word(this.balance(`0x${lower(data).slice(-40)}`, block))
  }
}
