// One node of a chain: the watcher's queries, parsed and checked. TRON nodes speak the same under /jsonrpc.
import { z } from 'zod'
import { NodeWrong, type Rpc, rpcOf } from './chainNode.rpc.ts'
import { ordinalsOf, type Placed, type Transfer } from './chainNode.transfers.ts'

const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())
/** Numbers of blocks, seconds and nonces: 13 digits are exact, and what exceeds them is no such number. */
const quantity = z
  .string()
  .regex(/^0x0*[0-9a-fA-F]{1,13}$/)
  .transform(Number)
/** A time that a date can hold. */
const seconds = quantity.refine((value) => value < 8_640_000_000_000)
/** A log's place in its block. */
const place = quantity.refine((value) => value < 2 ** 31)
/** An amount in millionths that the database can store; more USDT than exist. */
const mostMicros = 2n ** 62n
const micros = (digits: RegExp) =>
  z
    .string()
    .regex(digits)
    .transform(BigInt)
    .refine((value) => value < mostMicros)
const blockAnswer = z.object({ number: quantity, hash, parentHash: hash, timestamp: seconds })
/** A topic or word that holds an address. */
const addressWord = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => `0x${text.slice(26).toLowerCase()}`)
const logAnswer = z.object({
  address: z.string().transform((text) => text.toLowerCase()),
  topics: z.array(z.string()),
  data: z.string(),
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex: place,
  removed: z.boolean().nullish(),
})
const amountWord = micros(/^0x[0-9a-fA-F]{64}$/)
const balanceWord = micros(/^0x[0-9a-fA-F]{1,64}$/)
const receiptAnswer = z.object({
  status: z.enum(['0x1', '0x0']),
  blockHash: hash,
  blockNumber: quantity,
  logs: z.array(logAnswer),
})

/** keccak256 of Transfer(address,address,uint256). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balanceOf = '0x70a08231'
const wordOf = (address: string) => address.slice(2).padStart(64, '0')
const hex = (number: number) => `0x${number.toString(16)}`

export type Block = { number: number; hash: string; parent: string; at: Date }
export type Receipt = { ok: boolean; blockHash: string; blockNumber: number; transfers: Placed[] }

export type ChainNode = {
  /** The numbers of the newest block and, if the node reports it, the newest final one. */
  head(): Promise<{ number: number; finalized: number | null }>
  block(number: number): Promise<Block | null>
  /** The token's transfers in one block, by its hash. */
  transfersIn(blockHash: string): Promise<Placed[]>
  /** The token's transfers in a range of final blocks. */
  transfersBetween(from: number, to: number): Promise<Placed[]>
  receipt(transaction: string): Promise<Receipt | null>
  /** The sender and nonce; null if the node does not know it. */
  transaction(hash: string): Promise<{ from: string; nonce: number } | null>
  /** The number of this account's transactions in final blocks; 0 on a chain without nonces. */
  finalNonce(address: string): Promise<number>
  balance(address: string, block: number | 'latest'): Promise<bigint>
}

/** @param contract the token's, in lower case */
export function openNode(url: string, contract: string, rpc: Rpc = rpcOf(url)): ChainNode {
  const read = <T>(schema: z.ZodType<T>, answer: unknown, what: string): T => {
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new NodeWrong(`the node's answer is invalid: ${what}`)
    return parsed.data
  }
  const transfersOf = (logs: readonly z.output<typeof logAnswer>[]): Placed[] =>
    ordinalsOf(
      logs
        .filter(({ address, topics }) => address === contract && topics[0]?.toLowerCase() === transferTopic)
        .map((log): Transfer => {
          if (log.removed) throw new NodeWrong('a log that was removed')
          return {
            transaction: log.transactionHash,
            blockHash: log.blockHash,
            blockNumber: log.blockNumber,
            logIndex: log.logIndex,
            from: read(addressWord, log.topics[1], 'a sender'),
            to: read(addressWord, log.topics[2], 'a receiver'),
            usdtMicros: read(amountWord, log.data, 'an amount'),
          }
        }),
    )
  const logs = async (filter: object) => {
    const given = await rpc('eth_getLogs', [{ address: contract, topics: [transferTopic], ...filter }])
    return read(z.array(logAnswer), given, 'a list of logs')
  }
  const finalBlock = async (): Promise<number | null> => {
    try {
      const given = await rpc('eth_getBlockByNumber', ['finalized', false])
      return given === null ? null : read(blockAnswer, given, 'the final block').number
    } catch (error) {
      // A chain that does not report it.
      if (error instanceof NodeWrong) return null
      throw error
    }
  }

  return {
    head: async () => {
      const [number, finalized] = await Promise.all([rpc('eth_blockNumber', []), finalBlock()])
      return { number: read(quantity, number, 'the newest block'), finalized }
    },
    block: async (number) => {
      const given = await rpc('eth_getBlockByNumber', [hex(number), false])
      if (given === null) return null
      const { parentHash, timestamp, ...block } = read(blockAnswer, given, 'a block')
      if (block.number !== number) throw new NodeWrong('not the requested block')
      return { ...block, parent: parentHash, at: new Date(timestamp * 1_000) }
    },
    transfersIn: async (blockHash) => {
      const found = await logs({ blockHash })
      if (found.some((log) => log.blockHash !== blockHash)) throw new NodeWrong('logs of another block')
      return transfersOf(found)
    },
    transfersBetween: async (from, to) => {
      const found = await logs({ fromBlock: hex(from), toBlock: hex(to) })
      if (found.some(({ blockNumber }) => blockNumber < from || blockNumber > to))
        throw new NodeWrong('logs of other blocks')
      return transfersOf(found)
    },
    receipt: async (transaction) => {
      const given = await rpc('eth_getTransactionReceipt', [transaction])
      if (given === null) return null
      const receipt = read(receiptAnswer, given, 'a receipt')
      return {
        ok: receipt.status === '0x1',
        blockHash: receipt.blockHash,
        blockNumber: receipt.blockNumber,
        transfers: transfersOf(receipt.logs),
      }
    },
    transaction: async (transaction) => {
      const given = await rpc('eth_getTransactionByHash', [transaction])
      if (given === null) return null
      const shape = z.object({ from: z.string(), nonce: quantity.nullish() })
      const { from, nonce } = read(shape, given, 'a transaction')
      return { from: from.toLowerCase(), nonce: nonce ?? 0 }
    },
    finalNonce: async (address) => {
      try {
        return read(quantity, await rpc('eth_getTransactionCount', [address, 'finalized']), 'a nonce')
      } catch (error) {
        // TRON has no nonces.
        if (error instanceof NodeWrong) return 0
        throw error
      }
    },
    balance: async (address, block) => {
      const call = { to: contract, data: `${balanceOf}${wordOf(address)}` }
      const given = await rpc('eth_call', [call, block === 'latest' ? block : hex(block)])
      return read(balanceWord, given, 'a balance')
    },
  }
}
