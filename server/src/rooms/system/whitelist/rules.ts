// Validates whitelist values and ends.
import type { RecordOf } from '@greenroom/contract/call'
import type { whitelistCalls } from '@greenroom/contract/systemRecords'
import { isTooWide, normalAddress } from './address.ts'

type Shown = RecordOf<typeof whitelistCalls.list>
export type Kind = Shown['kind']

const digits = /^\d{1,16}$/

/** The normalised value, or null if it is invalid for its kind. Devices and payout accounts are free text. */
export function normalValue(kind: Kind, value: string): string | null {
  if (kind === 'ip') return normalAddress(value)
  if (kind !== 'user') return value
  const id = digits.test(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/**
 * True for a network so wide that it would disable second factors. Existing entries of this kind can be edited but have no effect.
 */
export const coversTooMuch = (kind: Kind, value: string): boolean => kind === 'ip' && isTooWide(value)

/** An end must be in the future; an expired entry keeps its end if only the note is edited. */
export const goodExpiry = (expiresAt: Date | null, now: Date, kept: Date | null = null): boolean =>
  expiresAt === null || expiresAt > now || expiresAt.getTime() === kept?.getTime()

export const stateAt = (expiresAt: Date | null, now: Date): Shown['state'] =>
  expiresAt === null || expiresAt > now ? 'effective' : 'expired'
