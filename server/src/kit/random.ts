// Randomness and ids; only `kit/` generates them.
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

/** The stored hash of a token; a leaked table opens no session. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `digits` random digits, with leading zeros. */
export const newDigits = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** Random bytes are fetched in bulk, since the call has a fixed cost. */
const pool = Buffer.alloc(4_096)
let left = 0

/** The next 16 bytes, each used once. */
function someBytes(): Buffer {
  if (left === 0) left = randomFillSync(pool).length
  left -= 16
  return pool.subarray(left, left + 16)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a UUID as PostgreSQL writes it. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** A UUIDv7 of the given time: sorts by time, so a time span is an id span. */
export function newId(at: Date): string {
  const bytes = someBytes()
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * A deterministic id from `parts` (a call and its minute, an order and its step): UUIDv7-shaped, from the subject's
 * time and a hash.
 */
export function derivedId(at: Date, ...parts: (string | number | bigint)[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUIDv7 of a time: a bound for id ranges. */
export function idAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const letters = 'abcdefghijkmnpqrstuvwxyz'
const alphabet = `${letters}${letters.toUpperCase()}23456789`

/** A readable password: 14 characters with a letter of each case and a digit. */
export function newPassword(): string {
  for (;;) {
    const made = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (/[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made)) return made
  }
}

/** `length` characters from `from`. */
export const newText = (length: number, from: string): string =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('')

/** A code in the address of a page that anybody with it may open: 80 bits, in 32 signs of which none looks like another. */
export const newPublicCode = (): string => newText(16, 'abcdefghijklmnopqrstuvwxyz234567')

export const newBytes = (count: number): Buffer => randomBytes(count)

/** A keyed hash of a text, URL-safe. */
export const sign = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** Constant-time comparison. */
export function same(a: string | Buffer, b: string | Buffer): boolean {
  const left = Buffer.from(a as string)
  const right = Buffer.from(b as string)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Nonce for the style elements of one answer. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** Reference in an error message, to find its stack trace in the log. */
export const newRequestId = (): string => randomUUID()

/** A random number in [0, 1): jitter. */
export const chance = (): number => randomInt(2 ** 32) / 2 ** 32

/** The hash of a file that comes in parts, after the next of them; empty before the first. */
export const hashOfPart = (before: Buffer, part: Buffer): Buffer =>
  createHash('sha256').update(before).update(part).digest()
