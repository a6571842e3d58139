// A batch as it is asked for: its transfers, and every account that they name, once.
import { type AccountKey, isPlatform } from './accounts.ts'
import { type Balance, nothing } from './balances.ts'
import { hashOf } from './hash.ts'
import type { Item } from './post.ts'

/** An account in a batch. */
export type Party = {
  key: AccountKey
  /** Unknown until it was looked up or remembered. */
  id: number
  /** As it was read, or is expected to be; platform accounts keep nothing. */
  before: Balance
  /** As the transfers decided so far leave it. */
  balance: Balance
  /** Its place among the accounts that are sent to the database, from 1. */
  place: number
}

/** An item, and what can be made of it before anything is read. Ids in lower case. */
export type Ready = { item: Item; id: string; holdId: string | undefined; hash: string; parties: Party[] }

export type Batch = {
  ready: Ready[]
  /** By name: those that somebody owns, and the platform's. */
  owned: Map<string, Party>
  platform: Map<string, Party>
}

export const partyOf = (key: AccountKey): Party => ({ key, id: 0, before: nothing, balance: nothing, place: 0 })

/** The items with their hashes and their accounts. */
export function batchOf(items: readonly Item[]): Batch {
  const owned = new Map<string, Party>()
  const platform = new Map<string, Party>()
  const ready = items.map((item) => ({
    item,
    id: item.id.toLowerCase(),
    holdId: item.holdId?.toLowerCase(),
    hash: hashOf(item),
    parties: item.accounts.map((key) => {
      const among = isPlatform(key) ? platform : owned
      let party = among.get(key.name)
      if (!party) among.set(key.name, (party = partyOf(key)))
      return party
    }),
  }))
  return { ready, owned, platform }
}
