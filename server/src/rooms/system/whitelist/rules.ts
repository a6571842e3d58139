// What may stand on the whitelist, and until when.
import type { RecordOf } from '@greenroom/contract/call'
import type { whitelistList } from '@greenroom/contract/system'
import { isTooWide, normalAddress } from './address.ts'

type Shown = RecordOf<typeof whitelistList>
export type Kind = Shown['kind']

const digits = /^\d{1,16}$/

/** The value in its one spelling, or null when it is none of that kind. A device or an account to pay out to is free text. */
export function normalValue(kind: Kind, value: string): string | null {
  if (kind === 'ip') return normalAddress(value)
  if (kind !== 'user') return value
  const id = digits.test(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/**
 * Whether a network covers so much that it would switch second factors off. Such an entry, made before the limit, may be
 * noted on but never takes effect again.
 */
export const coversTooMuch = (kind: Kind, value: string): boolean => kind === 'ip' && isTooWide(value)

/** An end must lie ahead; an entry that has expired keeps its own when only its note is edited. */
export const goodExpiry = (expiresAt: Date | null, now: Date, kept: Date | null = null): boolean =>
  expiresAt === null || expiresAt > now || expiresAt.getTime() === kept?.getTime()

export const stateAt = (expiresAt: Date | null, now: Date): Shown['state'] =>
  expiresAt === null || expiresAt > now ? 'effective' : 'expired'
