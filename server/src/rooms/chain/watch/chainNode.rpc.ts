// JSON-RPC to a node, with viem. A node's URL may contain a key, so it never appears in errors.
import type { EIP1193RequestFn } from 'viem'
import { asPeer } from '../../../kit/telemetry/meter.ts'

/** The node is unreachable or timed out. */
export class NodeAway extends Error {}
/** The node's answer is invalid. */
export class NodeWrong extends Error {}

export type Rpc = <T>(method: string, params: readonly unknown[]) => Promise<T>

const timeoutMs = 8_000

export function rpcOf(url: string): Rpc {
  let opened: Promise<EIP1193RequestFn> | null = null
  // Loaded on first use: viem is slow to load, and most tests have no chain.
  const open = async () => {
    const { http } = await import('viem')
    return http(url, { timeout: timeoutMs, retryCount: 1, retryDelay: 200 })({}).request as EIP1193RequestFn
  }
  return async <T>(method: string, params: readonly unknown[]) => {
    opened ??= open()
    const request = await opened
    try {
      return (await asPeer('chain', () => request({ method, params }))) as T
    } catch (error) {
      throw nodeError(error)
    }
  }
}

function nodeError(error: unknown): NodeAway | NodeWrong {
  const { name, status, code } = error as { name?: string; status?: number; code?: number }
  if (name === 'TimeoutError') return new NodeAway('no answer in time')
  if (name === 'HttpRequestError') return new NodeAway(status === undefined ? 'not reachable' : `HTTP ${status}`)
  return typeof code === 'number' ? new NodeWrong(`JSON-RPC error ${code}`) : new NodeAway('not reachable')
}
