// Where passkeys work, and what an answer of a browser must be about.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Config } from '../../config.ts'
import { hashToken } from '../../kit/random.ts'

/** A passkey belongs to a host. Without `PUBLIC_URL`, it is this machine's own name for itself: browsers make none for an address of digits. */
export type RelyingParty = { host: string /** Null: every port of this machine. */; origin: string | null }

export function relyingParty({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): RelyingParty {
  if (PUBLIC_URL === undefined) return { host: 'localhost', origin: null }
  const { hostname, origin } = new URL(PUBLIC_URL)
  return { host: hostname, origin: hostname === 'localhost' ? null : origin }
}

/** What is signed under a challenge's token: not the token, and not its stored hash. */
export const signedChallenge = (token: string): string => hashToken(`greenroom passkey ${token}`).toString('base64url')

/** The same for every passkey of an account, and says nothing about it. */
export const userHandle = (staffId: number): Buffer => hashToken(`greenroom staff ${staffId}`)

export type PasskeyProblem = { code: ErrorCode; reason: ReasonKey }

export const problems = {
  challenge: { code: 1000027, reason: 'passkey.challenge' },
  origin: { code: 1000027, reason: 'passkey.origin' },
  wrong: { code: 12002, reason: 'passkey.wrong' },
  copied: { code: 12002, reason: 'passkey.copied' },
  unknown: { code: 12005, reason: 'passkey.unknown' },
} as const satisfies Record<string, PasskeyProblem>

type ClientData = { type?: unknown; challenge?: unknown; origin?: unknown }

function readClientData(encoded: string): ClientData {
  try {
    const read: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

const isOwn = (origin: string, party: RelyingParty): boolean =>
  party.origin === null
    ? URL.canParse(origin) &&
      ['http:', 'https:'].includes(new URL(origin).protocol) &&
      new URL(origin).hostname === party.host
    : origin === party.origin

/**
 * The page that asked the browser, if it is one of ours and asked for this challenge and nothing else.
 */
export function readAnswer(
  clientDataJSON: string,
  { party, token, type }: { party: RelyingParty; token: string; type: 'webauthn.get' | 'webauthn.create' },
): { origin: string } | { problem: keyof typeof problems } {
  const { type: made, challenge, origin } = readClientData(clientDataJSON)
  if (typeof origin !== 'string' || made !== type) return { problem: 'wrong' }
  if (!isOwn(origin, party)) return { problem: 'origin' }
  return challenge === signedChallenge(token) ? { origin } : { problem: 'challenge' }
}

/** Whether a use follows the one before. Passkeys that are on several devices do not count: they say 0 each time. */
export const countsOn = (before: bigint, now: number): boolean => (before === 0n && now === 0) || BigInt(now) > before
