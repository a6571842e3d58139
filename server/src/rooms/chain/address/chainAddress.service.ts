// Assigns addresses to payers, and keeps spares without history.

import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { inTransaction, type Reader, type Transaction } from '../../../kit/database/database.ts'
import type { Chain } from '../chain.payer.ts'
import type { Watching } from '../chain.watching.ts'
import type { ChainNode } from '../watch/chainNode.ts'
import { isNodeFault, nodesOf } from '../watch/chainWatch.nodes.ts'
import { shownAddress } from './chainAddress.codec.ts'
import { openKey } from './chainAddress.derive.ts'
import * as queries from './chainAddress.queries.ts'

export type { Owner } from './chainAddress.queries.ts'

/** Enough spares for a day on which no node answers. */
const spares = 100
const sparesAtOnce = 10
/** Indices skipped after a restore: addresses assigned since the backup must never be assigned again. */
const skipped = 1_000

/**
 * The payer's address on a chain, in its usual notation: the existing one, or a spare assigned permanently. The caller checks whether they
 * may have one.
 *
 * @throws Refusal 20000 if the chain assigns no addresses or has no spare left.
 */
export async function addressFor(tx: Transaction, now: Date, owner: queries.Owner, chain: Chain): Promise<string> {
  const address = await addressNow(tx, now, owner, chain)
  if (address !== null) return address
  throw refuseBecause(20000, 'chain', (await queries.keyInUse(tx, chain)) ? 'usdt.noAddress' : 'usdt.unused')
}

/** The same; null if the chain assigns none now. */
export async function addressNow(
  tx: Transaction,
  now: Date,
  owner: queries.Owner,
  chain: Chain,
): Promise<string | null> {
  await queries.holdOwner(tx, owner, chain)
  const address = (await queries.addressOf(tx, owner, chain)) ?? (await queries.giveSpare(tx, owner, chain, now))
  return address && shownAddress(chain, address)
}

/** The payer's existing address, or null. */
export async function knownAddress(reader: Reader, owner: queries.Owner, chain: Chain): Promise<string | null> {
  const address = await queries.addressOf(reader, owner, chain)
  return address && shownAddress(chain, address)
}

/** Chains that assign addresses now. */
export const chainsInUse = (reader: Reader): Promise<Chain[]> => queries.chainsWithKey(reader)

/** Derives spares; addresses already used on the chain are never assigned. */
export async function fillSpares({ database, clock, chains: settings }: Watching, chain: Chain): Promise<void> {
  const set = settings.of(chain)
  const key = await queries.keyInUse(database, chain)
  if (!set?.publicKey || !key) return
  const deriving = openKey(set.publicKey)
  if (deriving.fingerprint !== key.fingerprint) return
  const missing = spares - (await queries.countSpares(database, chain))
  if (missing <= 0) return
  const count = Math.min(sparesAtOnce, missing)
  const [node] = nodesOf(set)
  const made = Array.from({ length: count }, (_, place) => key.next_index + place).map((index) => ({
    index,
    address: deriving.at(index),
  }))
  try {
    const checked = await Promise.all(made.map(async (one) => ({ ...one, used: await isUsed(node!, one.address) })))
    await inTransaction(database, async (tx) => {
      // Another process derived them in the meantime, or they were skipped after a restore.
      if (await queries.takeIndices(tx, key.id, key.next_index, count))
        await queries.addSpares(tx, chain, key.id, checked, clock.now())
    })
  } catch (error) {
    if (!isNodeFault(error)) throw error
  }
}

const isUsed = async (node: ChainNode, address: string) =>
  (await node.balance(address, 'latest')) > 0n || (await node.finalNonce(address)) > 0

/** Retires these keys and the addresses they derived. */
export const retireKeys = (tx: Transaction, fingerprints: readonly string[], now: Date): Promise<void> =>
  queries.retireKeys(tx, fingerprints, now)

/** Called in the transaction that notices a restored database. */
export const skipAfterRestore = (tx: Transaction, now: Date) => queries.skipIndices(tx, skipped, now)
