// Randomness and ids; only `kit/` makes them.
import {
  createHash,
  createHmac,
  randomBytes,
  randomFillSync,
  randomInt,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'

/** 256 random bits, URL-safe: session tokens and challenges. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token; a leaked table opens no session. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `digits` random digits, leading zeros kept. */
export const newDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** Asking for random bytes costs as much for many as for a few. */
const pool = Buffer.alloc(4_096)
let left = 0

/** The next 16 of them, each given once. */
function someBytes(): Buffer {
  if (left === 0) left = randomFillSync(pool).length
  left -= 16
  return pool.subarray(left, left + 16)
}

/** A UUIDv7 of the given moment: sorts by time, a span of time is a span of ids. */
export function newId(at: Date): string {
  const bytes = someBytes()
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * The id that follows from `parts` (a call and its minute, an order and its step): v7-shaped with the subject's moment and
 * a hash, so that whoever makes it again makes the same one.
 */
export function derivedId(at: Date, ...parts: (string | number | bigint)[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUIDv7 of a moment: a bound for spans of time over ids. */
export function idAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const letters = 'abcdefghijkmnpqrstuvwxyz'
const alphabet = `${letters}${letters.toUpperCase()}23456789`

/** A password a person can read out: 14 characters with a letter of each case and a digit. */
export function newPassword(): string {
  for (;;) {
    const made = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (/[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made)) return made
  }
}

/** `length` characters, each one of `from`. */
export const newText = (length: number, from: string): string =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('')

export const newBytes = (count: number): Buffer => randomBytes(count)

/** A keyed hash of a text, URL-safe. */
export const sign = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** Compares in constant time. */
export function same(a: string | Buffer, b: string | Buffer): boolean {
  const left = Buffer.from(a as string)
  const right = Buffer.from(b as string)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** What marks the style elements of one answer as ours. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** What an error message names, so that its stack is found in the log. */
export const newRequestId = (): string => randomUUID()

/** A number from 0 up to but not with 1: spreads what would otherwise happen at once. */
export const chance = (): number => randomInt(2 ** 32) / 2 ** 32
