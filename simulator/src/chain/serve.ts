// The app's chains on its HTTP address: JSON-RPC for watchers, and an endpoint through which Greenroom makes the owner's wallet pay.
import { timingSafeEqual } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type ChainName, type Happening, type Past, type Payment, TinyChain, Unanswerable } from './tiny.ts'

export type Chains = {
  /** Answers requests below `/chain/`. */
  handle: (request: IncomingMessage, response: ServerResponse, pathname: string) => void
  /** Pays from a user's own wallet, which never runs out. Null before the chain is live. */
  pay: (name: ChainName, payment: Payment) => string | null
}

const names: readonly ChainName[] = ['trc20', 'erc20']
/** Blocks before the first event, where a watcher starts. */
const genesisBlocks = 40
const genesisMs = 9 * 86_400_000
const mostBytes = 200_000

const revived = (_: string, value: unknown) =>
  typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
const frozen = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** Reads a chain's stored events; empty for a new one. */
function remembered(file: string): Happening[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line, revived) as Happening)
  } catch {
    return []
  }
}

function openChain(name: ChainName, { dataDir, seed, now }: { dataDir: string; seed: number; now: () => number }) {
  const file = join(dataDir, `chain-${name}.jsonl`)
  const chain = new TinyChain(name, String(seed))
  const before = remembered(file)
  for (const happening of before) chain.happen(happening)
  const happen = (happening: Happening): string[] => {
    mkdirSync(dataDir, { recursive: true })
    appendFileSync(file, `${JSON.stringify(happening, frozen)}\n`)
    return chain.happen(happening)
  }
  if (before.length === 0) {
    const from = now() - genesisMs
    happen({ past: Array.from({ length: genesisBlocks }, (_, block) => ({ at: from + block * 1_000, payments: [] })) })
  }
  return { chain, happen }
}

type ChainMessage = { past?: Past[]; live?: true; pay?: Payment[] }

export function openChains(options: { dataDir: string; seed: number; now: () => number; secret: string }): Chains {
  const { now, secret } = options
  const opened = new Map(names.map((name) => [name, openChain(name, options)]))

  /** The wallets that Greenroom sets. */
  function control({ chain, happen }: ReturnType<typeof openChain>, command: ChainMessage): unknown {
    const hashes: string[] = []
    if (command.past && !chain.isLive) hashes.push(...happen({ past: command.past }))
    if (command.live && !chain.isLive) happen({ live: now() })
    for (const payment of command.pay ?? []) hashes.push(...happen(chain.plan(now(), payment, true)))
    return { hashes, live: chain.isLive }
  }

  async function respond(request: IncomingMessage, pathname: string): Promise<[status: number, body: unknown]> {
    const [, name = '', part] = /^\/chain\/(\w+)(\/control)?$/.exec(pathname) ?? []
    const found = opened.get(name as ChainName)
    if (!found || request.method !== 'POST') return [404, {}]
    const isOwner = same(request.headers.authorization ?? '', `Bearer ${secret}`)
    if (part && !isOwner) return [401, {}]
    const requested = JSON.parse(await textOf(request), revived) as Record<string, unknown>
    if (part) return [200, control(found, requested)]
    const { id = null, method, params = [] } = requested
    try {
      const result = found.chain.answer(now(), String(method), params as unknown[])
      return [200, { jsonrpc: '2.0', id, result }]
    } catch (error) {
      if (!(error instanceof Unanswerable)) throw error
      return [200, { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }]
    }
  }

  return {
    handle: (request, response, pathname) => {
      respond(request, pathname)
        .catch((): [number, unknown] => [400, {}])
        .then(([status, body]) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        )
        .catch(() => response.destroy())
    },
    pay: (name, payment) => {
      const { chain, happen } = opened.get(name)!
      return chain.isLive ? happen(chain.plan(now(), payment, false))[0]! : null
    },
  }
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
