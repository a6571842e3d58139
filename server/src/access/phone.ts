// Phone numbers: parsing, and masking for those who may not see them in full.
import { plainTyped } from '@greenroom/contract/digits'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

export type Phone = {
  /** Country calling code, digits only: `86`. Tables store a phone as this and `number`. */
  areaCode: string
  /** National number without a leading trunk zero: `13800001234`. */
  number: string
  /** `+8613800001234` */
  e164: string
}

const digitsOf = (text: string) => plainTyped(text).replace(/[\s().-]/g, '')

/**
 * Parses a number as people write it. Strips trunk zeros, spaces, hyphens and brackets, and reads digits of all scripts; a number with its own `+` must start
 * with the given area code.
 *
 * @returns null if no such number can exist.
 */
export function readPhone(areaCode: string, number: string): Phone | null {
  const area = plainTyped(areaCode).replace(/^\+/, '')
  const given = digitsOf(number)
  if (!/^\d{1,4}$/.test(area) || !/^\+?\d{3,15}$/.test(given)) return null
  if (given.startsWith('+') && !given.startsWith(`+${area}`)) return null
  const parsed = parsePhoneNumberFromString(given.startsWith('+') ? given : `+${area}${given}`)
  if (!parsed?.isValid()) return null
  return { areaCode: parsed.countryCallingCode, number: parsed.nationalNumber, e164: parsed.number }
}

/** `138****1234`: hides at least four digits; the number of stars doesn't reveal the length. */
export function maskNumber(number: string): string {
  const visible = Math.max(0, number.length - 4)
  const tail = Math.min(4, Math.ceil(visible / 2))
  const head = Math.min(3, visible - tail)
  return `${number.slice(0, head)}****${number.slice(number.length - tail)}`
}

/** `+86 138****1234` */
export const maskPhone = (phone: Phone): string => `+${phone.areaCode} ${maskNumber(phone.number)}`
