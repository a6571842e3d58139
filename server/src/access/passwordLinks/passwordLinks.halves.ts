// The two halves with which a holder sets a password.
import { hashToken, newDigits, newToken } from '../../kit/random.ts'

/** Wrong tries of a code. After them, the approver has to ask for a new one. */
export const maxTries = 5

/** Eight digits: with five tries, one guess in 20 million. */
export const newCode = (): string => newDigits(8)

/** A new link's token, and the hash that is kept. */
export function newLink(): { token: string; hash: Buffer } {
  const token = newToken()
  return { token, hash: hashToken(token) }
}

/** The link's hash as a request keeps it. */
export const keptHash = (hash: Buffer): string => hash.toString('base64url')
export const linkHashOf = (kept: string): Buffer => Buffer.from(kept, 'base64url')

/** The page that takes both halves; the token is in the fragment, which no server and no log sees. */
export const linkPath = (token: string): string => `/invite#${token}`
