// Who does something: by role, mostly somebody who may, sometimes anybody.
import type { Random } from './random.ts'
import type { Account, World } from './world.ts'

export const mayWrite = (by: Account): boolean => by.role === 'Finance maker' || by.role === 'Administrator'
export const mayDecide = (by: Account): boolean => by.role === 'Finance checker' || by.role === 'Administrator'
export const isFinance = (by: Account): boolean => by.role.startsWith('Finance') || by.role === 'Administrator'

/** Mostly somebody who may, sometimes anybody. */
export const someone = (world: World, random: Random, may: readonly Account[]): Account =>
  random.once(10) ? random.one([...world.staff, world.guilds[0]!.leader, world.agent]) : random.one(may)

/** Who prepares: mostly one of the makers for some days, so that what one account does alone adds up. */
export const writers = (world: World): Account[] => {
  const [first, second] = world.makers as [Account, Account]
  const today = world.now().getUTCDate() % 2 === 0 ? first : second
  return [today, today, today, today, first, second, world.administrators[0]!]
}
export const deciders = (world: World): Account[] => [...world.checkers, ...world.checkers, world.administrators[1]!]
