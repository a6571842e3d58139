// Phone numbers: one way to read them, one way to show them to people who may not see them whole.
import { parsePhoneNumberFromString } from 'libphonenumber-js'

export type Phone = {
  /** Country calling code, digits alone: `86`. This and `number` are how tables keep a phone. */
  areaCode: string
  /** The number within its country, without a leading trunk zero: `13800001234`. */
  number: string
  /** `+8613800001234` */
  e164: string
}

const digitsOf = (text: string) => text.replace(/[\s().-]/g, '')

/**
 * Reads a number as people write it. Trunk zeros, spaces and brackets are taken off; a number that carries its own `+`
 * must begin with the area code given.
 *
 * @returns null when no such number can exist.
 */
export function readPhone(areaCode: string, number: string): Phone | null {
  const area = areaCode.trim().replace(/^\+/, '')
  const given = digitsOf(number)
  if (!/^\d{1,4}$/.test(area) || !/^\+?\d{3,15}$/.test(given)) return null
  if (given.startsWith('+') && !given.startsWith(`+${area}`)) return null
  const parsed = parsePhoneNumberFromString(given.startsWith('+') ? given : `+${area}${given}`)
  if (!parsed?.isValid()) return null
  return { areaCode: parsed.countryCallingCode, number: parsed.nationalNumber, e164: parsed.number }
}

/** `138****1234`: at least four digits stay hidden, and the stars do not tell how many. */
export function maskNumber(number: string): string {
  const visible = Math.max(0, number.length - 4)
  const tail = Math.min(4, Math.ceil(visible / 2))
  const head = Math.min(3, visible - tail)
  return `${number.slice(0, head)}****${number.slice(number.length - tail)}`
}

/** `+86 138****1234` */
export const maskPhone = (phone: Phone): string => `+${phone.areaCode} ${maskNumber(phone.number)}`
