// Normalises addresses and networks, so that equal ones are stored equally.
import { isIP, isIPv4 } from 'node:net'

/** The widest network that may skip the second factor: one organisation's, not a part of the internet. */
export const widestPrefix = { ipv4: 16, ipv6: 48 } as const

type Parsed = { bits: 32 | 128; value: bigint }

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))

/** An IPv6 text, accepted by `isIP`, as a number; a dotted tail counts as two groups. */
function readV6(text: string): bigint {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const plain = dotted ? `${dotted[1]}${tail(dotted[2]!)}` : text
  const [head = '', rest] = plain.split('::')
  const left = groupsOf(head)
  const right = rest === undefined ? [] : groupsOf(rest)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

const readV4 = (text: string): bigint => text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)

const tail = (dotted: string): string => {
  const value = readV4(dotted)
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

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
  // RFC 5952: `::` replaces the longest run of two or more zero groups, the first of equal ones.
  const whole = groups.join(':')
  const runs = [...whole.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)]
  const longest = runs.reduce<RegExpExecArray | null>(
    (best, run) => (run[0].length > (best?.[0].length ?? 0) ? run : best),
    null,
  )
  if (!longest) return whole
  const before = whole.slice(0, longest.index).replace(/:$/, '')
  const after = whole.slice(longest.index + longest[0].length).replace(/^:/, '')
  return `${before}::${after}`
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

/** True if a normalised value is a network wider than /16 (IPv4) or /48 (IPv6). */
export function isTooWide(value: string): boolean {
  const [address = '', prefix] = value.split('/')
  return prefix !== undefined && Number(prefix) < (isIPv4(address) ? widestPrefix.ipv4 : widestPrefix.ipv6)
}
