// What a provider's token says about a person, and what follows from it.
import { visibleName } from '@greenroom/contract/names'

export type Claims = Readonly<Record<string, unknown>>

/**
 * The groups of a person: a list of names, or one. Compared as they are, letter by letter: names that look or sound alike are other groups.
 */
export function groupsIn(claims: Claims, claim: string): readonly string[] {
  const listed = claims[claim]
  if (typeof listed === 'string') return [listed]
  return Array.isArray(listed) ? listed.filter((group): group is string => typeof group === 'string') : []
}

export type Mapping = { id: number; issuer: string; group: string; roleId: number }

/** The mappings of this issuer for these groups. */
export const mappingsFor = (mappings: readonly Mapping[], issuer: string, groups: readonly string[]): Mapping[] =>
  mappings.filter((mapping) => mapping.issuer === issuer && groups.includes(mapping.group))

/** A role that an account holds; `byProvider`: only a group gives it. */
export type Held = { roleId: number; byProvider: boolean }

/** The roles of an account after a log-in with the provider: what staff gave it stays, and what groups give is exactly what they give now. */
export function heldAfter(held: readonly Held[], given: readonly number[]): Held[] {
  const own = held.filter(({ byProvider }) => !byProvider)
  const more = [...new Set(given)].filter((roleId) => own.every((role) => role.roleId !== roleId))
  return [...own, ...more.map((roleId) => ({ roleId, byProvider: true }))].toSorted((a, b) => a.roleId - b.roleId)
}

/** Methods (RFC 8176) of which one is a second factor, besides `mfa` itself. */
const secondFactors = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'face', 'fpt', 'iris', 'retina', 'vbm', 'sms', 'tel'])

/** Whether the provider says that it asked for a second factor. */
export const askedForFactor = (claims: Claims): boolean =>
  Array.isArray(claims.amr) && claims.amr.some((method) => typeof method === 'string' && secondFactors.has(method))

/** How far the provider's clock may be off. */
export const clockSeconds = 300

/** Whether a moment of the provider, in Unix seconds, is about now. */
export const isAboutNow = (seconds: unknown, now: Date): boolean =>
  typeof seconds === 'number' && Math.abs(seconds - now.getTime() / 1_000) <= clockSeconds

const longest = 30
/** What stands in names of accounts. */
const others = /[^\p{L}\p{N}._-]+/gu

/**
 * A name for a new account, from what the provider calls the person. It says nothing about who they are: if it is taken, a number is added.
 *
 * @param attempt from 0.
 */
export function nameFor(claims: Claims, attempt: number): string {
  const called = [claims.preferred_username, claims.email, claims.name].find(
    (name): name is string => typeof name === 'string' && visibleName(name),
  )
  const base =
    (called ?? '').normalize('NFC').split('@')[0]!.replaceAll(others, '.').replace(/^\.+/, '').slice(0, longest) ||
    'colleague'
  return attempt === 0 ? base : `${base}.${attempt + 1}`
}
