// The simulated app's chains while the simulation runs: nodes on this machine, public keys without private ones, and access to the owner of
// the platform's wallets.
import { createHash } from 'node:crypto'
import { type Database, inTransaction } from '../kit/database/database.ts'
import { type Chain, type Chains, openKey, retireKeys } from '../rooms/chain/index.ts'

/** Extended public keys whose private keys were discarded: only the simulated chains pay to them. */
export const villageKeys: Readonly<Record<Chain, string>> = {
  trc20:
    'xpub6CAJZrK5F28qDQawMbGeeYj1AKdDR7GU626S36ufzQ3rEUH4tgVsuRyKNaXgzc9Grt9AWaDL22uzxuaeocUR3DUgrBBMSbjjgTevEi5S7pH',
  erc20:
    'xpub6C54ACpCozMDvoYfrv9U95XK1fMaiS8yRoGiQziHiB4nGmXuLhnemTdYUaSz2kMyY2nKNPrj23B3t5xFjvDqjRdGhAZP6Dnpy9JtKTEhU7u',
}
/** The token's contracts on the simulated chains, the same as Tether's. */
const contracts: Readonly<Record<Chain, string>> = {
  trc20: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  erc20: '0xdac17f958d2ee523a2206206994597c13d831ec7',
}
export const villageChains: readonly Chain[] = ['trc20', 'erc20']

/** An address of a user of the village. */
export const addressNamed = (name: string): string =>
  `0x${createHash('sha256').update(`village ${name}`).digest('hex').slice(0, 40)}`

const nodeOf = (origin: string, chain: Chain) => `${origin}/chain/${chain}`

/** Watches the simulated chains, unless the settings configure real ones. @returns the simulated ones. */
export function connectVillage(chains: Chains, origin: string): Chain[] {
  return villageChains.filter((chain) => {
    const known = chains.of(chain)
    if (known !== null && known.publicKey !== villageKeys[chain]) return false
    // Two, since large deposits need them.
    const nodes = [nodeOf(origin, chain), `${nodeOf(origin, chain)}?node=2`]
    chains.set(chain, { nodes, publicKey: villageKeys[chain], contract: contracts[chain] })
    return true
  })
}

/** Retires the village's addresses: without its simulated chains they must not be shown to payers. */
export const disconnectVillage = (database: Database, now: Date, of: readonly Chain[] = villageChains): Promise<void> =>
  inTransaction(database, (tx) =>
    retireKeys(
      tx,
      of.map((chain) => openKey(villageKeys[chain]).fingerprint),
      now,
    ),
  )

export type Payment = { from: string; to: string; usdtMicros: bigint }

/** The owner of the platform's wallets on a simulated chain. */
export type Owner = {
  /** Adds past blocks before the chain goes live; does nothing afterwards. @returns transaction hashes */
  past(blocks: readonly { at: Date; payments: readonly Payment[] }[]): Promise<string[]>
  /** Goes live: a block is made every few seconds. */
  live(): Promise<void>
  /** Pays in the next block; reverted if the payer lacks the money. @returns transaction hashes */
  pay(payments: readonly Payment[]): Promise<string[]>
}

export function ownerOf(origin: string, chain: Chain, secret: string): Owner {
  const request = async (what: object): Promise<string[]> => {
    const response = await fetch(`${nodeOf(origin, chain)}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(what, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`the simulated chain answered ${response.status}`)
    return ((await response.json()) as { hashes: string[] }).hashes
  }
  return {
    past: (blocks) => request({ past: blocks.map(({ at, payments }) => ({ at: at.getTime(), payments })) }),
    live: async () => void (await request({ live: true })),
    pay: (payments) => request({ pay: payments }),
  }
}
