// Set-up mode: what a new installation's only administrator does alone, and when that ends. It never returns.
import type { ApprovalKey } from '@greenroom/contract/approvals'

/** Requests that take effect at once during set-up: about accounts, roles, clients, endpoints, secrets, parameters and the whitelist. */
export const setupKinds = [
  'staff.save',
  'staff.update',
  'staff.passwordReset',
  'staff.googleUnbind',
  'staff.status',
  'role.update',
  'client.save',
  'client.update',
  'client.secretRotate',
  'param.set',
  'param.editable',
  'whitelist.change',
] as const satisfies readonly ApprovalKey[]

export type SetupKind = (typeof setupKinds)[number]

export type Maker = {
  administrator: boolean
  /** This session was opened with a second factor. */
  factor: boolean
}

/**
 * Whether a request takes effect at once. Only a session with a factor acts alone: a second one with a factor would have ended set-up, so that
 * there is never more than one account that does.
 *
 * @param needsTwo it prices money or raises a limit.
 */
export const actsAlone = (inSetup: boolean, maker: Maker, needsTwo: boolean): boolean =>
  inSetup && maker.administrator && maker.factor && !needsTwo

/** The two accounts that end set-up: those that may decide now and have logged in with a factor; null while there is one at most. */
export function whoEnds(entered: readonly number[], deciders: readonly number[]): readonly number[] | null {
  const both = entered.filter((id) => deciders.includes(id))
  return both.length >= 2 ? both : null
}

export type GivenAlone = { staffId: number; byId: number }

/** The accounts that lose what they were given alone until another account confirms it. Those that ended set-up stand for each other. */
export const unconfirmed = (given: readonly GivenAlone[], ended: readonly number[]): GivenAlone[] =>
  given.filter(({ staffId }) => !ended.includes(staffId))
