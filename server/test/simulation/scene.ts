import type { Random } from './random.ts'
import type { World } from './world.ts'

/** A short script that leads to a rare pair of state and act, or to an end that few draws reach. */
export type Scene = {
  name: string
  /** @returns false when it cannot be played yet */
  play(world: World, random: Random): Promise<unknown>
}

/** Tokens that a user can spend. */
export const spendable = ({ model: { users } }: World, user: number) => users[user]!.paid + users[user]!.promo
export const second = 1_000
export const hour = 3_600_000

/** In steps of 10 USD, so much that at least 10 USD are left once it has repaid what she owes. */
export const aboveDebt = ({ model: { users } }: World, user: number) =>
  ((users[user]!.debt + 999n) / 1_000n + 1n) * 1_000n
