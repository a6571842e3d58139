// Passwords: argon2id hashing and the strength rules.
import { limits } from '@greenroom/contract/limits'
import { hash, verify } from '@node-rs/argon2'
import { newPassword } from '../kit/random.ts'

// OWASP's second profile: 19 MiB, two passes, one lane; about 20 ms. The library defaults to argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const dummy = hashPassword('a password nobody has')

let unusable: Promise<string> | undefined

/** The hash of a password that nobody knows, for accounts whose password is set with a code. */
export const unusableHash = (): Promise<string> => (unusable ??= hashPassword(newPassword()))

/** Compares a password with its hash; without a hash, takes the same time and returns false. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const matched = await verify(stored ?? (await dummy), password)
  return stored !== null && matched
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/]

/** How many of the four character classes (lower case, upper case, digits, symbols) a password uses. */
export const kindsIn = (password: string): number => kinds.filter((kind) => kind.test(password)).length

/** A staff password: at least 8 characters from at least two classes (12007). */
export const goodStaffPassword = (password: string): boolean => password.length >= 8 && kindsIn(password) >= 2

/** An agency password: 8 to 15 characters from at least two classes, not letters alone (spec section 5). */
export const goodAgencyPassword = (password: string): boolean =>
  password.length >= limits.agencyPasswordMin &&
  password.length <= limits.agencyPasswordMax &&
  kindsIn(password) >= 2 &&
  !/^[a-zA-Z]+$/.test(password)
