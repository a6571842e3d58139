// What a batch means in USD: one transfer for each kind, its legs the sums over all that was accepted (architecture,
// "Ledger speed"). Pure, but for the ids.
import { newId } from '../kit/random.ts'
import { isPlatform } from './accounts.ts'
import type { Leg } from './balances.ts'
import { type Party, partyOf } from './batch.ts'
import { hashOf } from './hash.ts'
import type { Item } from './post.ts'
import type { Written } from './write.ts'

type Sum = { items: number; reference: string; legs: Map<string, Leg> }

/** Sums what accepted items say of USD, by kind and account. */
export function usdSums() {
  const kinds = new Map<string, Sum>()
  return {
    /** @throws when a leg is on an account that somebody owns: those are decided one by one. */
    add(item: Item, legs: readonly Leg[]): void {
      const meant = item.usd?.(legs) ?? []
      if (meant.length === 0) return
      let sum = kinds.get(item.kind)
      if (!sum) kinds.set(item.kind, (sum = { items: 0, reference: item.reference, legs: new Map() }))
      sum.items++
      for (const { account, amount } of meant) {
        if (!isPlatform(account)) throw new Error(`${account.name} is not the platform's: no leg of a sum`)
        const { name } = account
        const before = sum.legs.get(name)
        if (before) before.amount += amount
        else sum.legs.set(name, { account, amount })
      }
    },
    /**
     * The transfers, `<kind>.usd`: a sum of one refers to what that one does, a sum of more says how many it is of. Sums
     * that come to nothing are left out.
     *
     * @param platform the batch's accounts of the platform, by name; those of the sums join them.
     */
    transfers(at: Date, platform: Map<string, Party>): Written[] {
      return [...kinds].flatMap(([kind, { items, reference, legs }]) => {
        const sums = [...legs.values()].filter((leg) => leg.amount !== 0n)
        if (sums.length === 0) return []
        const item = {
          id: newId(at),
          kind: `${kind}.usd`,
          phase: 'single' as const,
          reference: items === 1 ? reference : `${items} × ${kind}`,
          occurredAt: at,
          request: sums.map((leg) => [leg.account.name, leg.amount]),
          accounts: sums.map((leg) => leg.account),
          decide: () => sums,
        }
        const parties = sums.map(({ account }) => {
          let party = platform.get(account.name)
          if (!party) platform.set(account.name, (party = partyOf(account)))
          return party
        })
        return [{ item, hash: hashOf(item), legs: sums, parties, code: null }]
      })
    },
  }
}
