// Validates whitelist values and ends.
import { isIPv4 } from 'node:net'
import type { RecordOf } from '@greenroom/contract/call'
import type { whitelistCalls } from '@greenroom/contract/systemRecords'
import { normalAddress } from '../../kit/calls/ip.ts'

type Shown = RecordOf<typeof whitelistCalls.list>
export type Kind = Shown['kind']

const digits = /^\d{1,16}$/

/** The normalised value, or null if it is invalid for its kind. Devices are free text. */
export function normalValue(kind: Kind, value: string): string | null {
  if (kind === 'ip') return normalAddress(value)
  if (kind === 'device') return value
  const id = digits.test(value) ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/** The widest network that may skip the second factor: one organisation's, not a part of the internet. */
export const widestPrefix = { ipv4: 16, ipv6: 48 } as const

/**
 * True for a normalised network so wide that it would disable second factors. Existing entries of this kind can be edited but have no
 * effect.
 */
export function coversTooMuch(kind: Kind, value: string): boolean {
  const [address = '', prefix] = value.split('/')
  if (kind !== 'ip' || prefix === undefined) return false
  return Number(prefix) < (isIPv4(address) ? widestPrefix.ipv4 : widestPrefix.ipv6)
}

/** An end must be in the future; an expired entry keeps its end if only the note is edited. */
export const goodExpiry = (expiresAt: Date | null, now: Date, kept: Date | null = null): boolean =>
  expiresAt === null || expiresAt > now || expiresAt.getTime() === kept?.getTime()

export const stateAt = (expiresAt: Date | null, now: Date): Shown['state'] =>
  expiresAt === null || expiresAt > now ? 'effective' : 'expired'

/** Entries that open something for their subject: log-in without a second factor, payment whatever the risk. */
const opens: ReadonlySet<Kind> = new Set(['ip', 'withdrawal'])

/** Whether an entry, or the change of its end, needs a second account: it exempts more, or longer. `before`: its end, undefined when adding. */
export const needsSecond = ({
  kind,
  expiresAt,
  before,
}: {
  kind: Kind
  expiresAt: Date | null
  before: Date | null | undefined
}): boolean => opens.has(kind) && (before === undefined || endsAfter(expiresAt, before))

const endsAfter = (one: Date | null, other: Date | null): boolean =>
  (one?.getTime() ?? Infinity) > (other?.getTime() ?? Infinity)
