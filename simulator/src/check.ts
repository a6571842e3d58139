// Compares the app's view of wallets with Greenroom's.
import type { Client } from '@greenroom/bridge-client'
import { walletStale } from './world/people.ts'
import { randomOf } from './world/random.ts'
import type { World } from './world/world.ts'

/** `stale` were skipped: their wallets must be read again before they are used. */
export type Check = {
  people: number
  compared: number
  stale: number
  wrong: { userId: number; ours: number[]; theirs: number[] }[]
}

const atOnce = 8

/** Compares `sample` users, or all if there are fewer. Call it when no events are in flight. */
export async function checkWallets(client: Client, world: World, sample: number): Promise<Check> {
  const { people } = world
  const random = randomOf(people.seed, 99)
  const chosen =
    people.count <= sample
      ? Array.from({ length: people.count }, (_, who) => who)
      : [...new Set(Array.from({ length: sample }, () => random.int(people.count)))]
  const sure = chosen.filter((who) => !people.is(who, walletStale))
  const wrong: Check['wrong'] = []
  const left = [...sure]
  const work = async () => {
    for (let who = left.pop(); who !== undefined; who = left.pop()) {
      const others = await client.state.user(people.idOf(who))
      const ours = [people.paid[who]!, people.promo[who]!, people.bonus[who]!]
      const theirs = [others.paidTokens, others.promoTokens, others.bonus]
      if (ours.some((amount, place) => amount !== theirs[place])) wrong.push({ userId: people.idOf(who), ours, theirs })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { people: people.count, compared: sure.length, stale: chosen.length - sure.length, wrong }
}
