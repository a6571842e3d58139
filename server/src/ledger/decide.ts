// Decides the transfers of a batch, one after the other, on the balances that the ones before left. Pure, but for the ids of
// USD sums.
import type { ErrorCode } from '@greenroom/contract/errors'
import { isPlatform } from './accounts.ts'
import { type Balances, balanceAfter, type Leg, nothing } from './balances.ts'
import type { Batch } from './batch.ts'
import type { After, Item, Outcome } from './post.ts'
import { usdSums } from './usd.ts'
import type { Written } from './write.ts'

/** A transfer that is there already: the hash of what was asked, and the code of a refusal. */
export type Known = { hash: string; refused: number | null }
/** What a hold reserved, and whether it was posted or voided. */
export type Held = { legs: Leg[]; resolved: boolean }

export type Decided = { outcomes: Outcome[]; written: Written[] }

/**
 * How each item ends, and what is to be written: refusals too, and what the accepted ones mean in USD. The batch's accounts
 * are left as it leaves them.
 *
 * @param at business time, for what is recorded.
 * @param read transfers that are there already and holds, by id in lower case.
 */
export function decide(
  at: Date,
  { ready, owned, platform }: Batch,
  read: { known?: ReadonlyMap<string, Known>; held?: ReadonlyMap<string, Held> },
): Decided {
  const known = new Map(read.known)
  const held = new Map(read.held)
  for (const party of owned.values()) party.balance = party.before
  const balanceOf: Balances['of'] = (key) => owned.get(key.name)?.balance ?? nothing
  const balances: Balances = {
    of: balanceOf,
    available(key) {
      const { posted, reserved } = balanceOf(key)
      return posted - reserved
    },
  }
  const decideOne = (item: Item, hold: Held | undefined): Leg[] | ErrorCode => {
    if (item.phase !== 'post' && item.phase !== 'void') return item.decide(balances, [])
    // Resolving what is resolved, or was never held, is a repeat.
    return !hold || hold.resolved ? 20000 : item.decide(balances, hold.legs)
  }
  const written: Written[] = []
  const usd = usdSums()

  const outcomes = ready.map(({ item, id, holdId, hash, parties }): Outcome => {
    const before = known.get(id)
    if (before) {
      if (before.hash !== hash) return { id: item.id, status: 'refused', code: 10027, remembered: true }
      return before.refused === null
        ? { id: item.id, status: 'duplicate' }
        : { id: item.id, status: 'refused', code: before.refused as ErrorCode, remembered: true }
    }
    const hold = holdId === undefined ? undefined : held.get(holdId)
    const decided = decideOne(item, hold)
    const code = typeof decided === 'number' ? decided : null
    known.set(id, { hash, refused: code })
    if (typeof decided === 'number') {
      written.push({ item, hash, legs: [], parties: [], code })
      return { id: item.id, status: 'refused', code: decided, remembered: false }
    }
    const ofLegs = decided.map((leg) => {
      const party = (isPlatform(leg.account) ? platform : owned).get(leg.account.name)
      if (!party) throw new Error(`${leg.account.name} was not named among the transfer's accounts`)
      if (!isPlatform(leg.account)) party.balance = balanceAfter(party.balance, leg)
      return party
    })
    written.push({ item, hash, legs: decided, parties: ofLegs, code })
    usd.add(item, decided)
    if (hold) held.set(holdId!, { ...hold, resolved: true })
    // What is held here may be resolved later in the same batch.
    if (item.phase === 'hold') held.set(id, { legs: decided.filter((leg) => leg.reserved), resolved: false })
    const after: After[] = []
    for (const { key, balance } of parties)
      if (!isPlatform(key)) after.push({ account: key, posted: balance.posted, reserved: balance.reserved })
    return { id: item.id, status: 'accepted', after, legs: decided }
  })
  return { outcomes, written: [...written, ...usd.transfers(at, platform)] }
}
