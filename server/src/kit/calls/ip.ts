// Normalises IP addresses and networks, so that equal ones are stored equally.
import { isIP, isIPv4 } from 'node:net'

type Parsed = { bits: 32 | 128; value: bigint }

/** An IPv6 address in its one spelling (RFC 5952), without a dotted tail. */
const spelling = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1)

function readV6(text: string): bigint {
  const [left = [], right = []] = spelling(text)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

const readV4 = (text: string): bigint => text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)

const mappedPrefix = 0xffffn

function read(text: string): Parsed | null {
  if (text.includes('%') || isIP(text) === 0) return null
  if (isIPv4(text)) return { bits: 32, value: readV4(text) }
  const value = readV6(text)
  // ::ffff:1.2.3.4 is how an IPv6 socket sees the IPv4 address 1.2.3.4.
  return value >> 32n === mappedPrefix ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value }
}

function write({ bits, value }: Parsed): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16))
  return spelling(groups.join(':'))
}

/**
 * An address (`203.0.113.7`, `2001:db8::1`) or network (`203.0.113.0/24`), normalised: host bits are cleared, a network of one address
 * becomes that address. Null if the text is neither, or the network is /0.
 */
export function normalAddress(text: string): string | null {
  const [address = '', prefixText, more] = text.split('/')
  const parsed = read(address)
  if (!parsed || more !== undefined) return null
  if (prefixText === undefined) return write(parsed)
  if (!/^\d{1,3}$/.test(prefixText)) return null
  // A mapped address is counted in its 32 bits: /120 of ::ffff:1.2.3.4 is /24.
  const given = Number(prefixText)
  const prefix = address.includes(':') && parsed.bits === 32 ? given - 96 : given
  if (prefix < 1 || prefix > parsed.bits) return null
  const host = BigInt(parsed.bits - prefix)
  const network = { ...parsed, value: (parsed.value >> host) << host }
  return prefix === parsed.bits ? write(network) : `${write(network)}/${prefix}`
}
