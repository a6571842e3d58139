// Normalises IP addresses and networks, so that equal ones are stored equally.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Null if the text is no address in its usual spelling: the library also reads octal numbers and missing parts (`127.1`). */
const read = (text: string) => (text.includes('%') || isIP(text) === 0 ? null : ipaddr.parse(text))

/** The address without the bits of hosts. */
const networkOf = (address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number) =>
  (address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address.toString()}/${prefix}`)

/**
 * An address (`203.0.113.7`, `2001:db8::1`) or network (`203.0.113.0/24`), normalised: host bits are cleared, a network of one address
 * becomes that address. Null if the text is neither, or the network is /0.
 */
export function normalAddress(text: string): string | null {
  const [address = '', prefixText, more] = text.split('/')
  const given = read(address)
  if (!given || more !== undefined) return null
  // ::ffff:1.2.3.4 is how an IPv6 socket sees the IPv4 address 1.2.3.4.
  const parsed = ipaddr.process(address)
  if (prefixText === undefined) return parsed.toString()
  if (!/^\d{1,3}$/.test(prefixText)) return null
  // A mapped address is counted in its 32 bits: /120 of ::ffff:1.2.3.4 is /24.
  const prefix = Number(prefixText) - (given.kind() === parsed.kind() ? 0 : 96)
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  if (prefix < 1 || prefix > bits) return null
  return prefix === bits ? parsed.toString() : `${networkOf(parsed, prefix).toString()}/${prefix}`
}

/** True for an address of this machine, also as an IPv6 socket sees it. */
export const isLoopbackAddress = (text: string): boolean =>
  read(text) !== null && ipaddr.process(text).range() === 'loopback'
