// Network addresses: grouping for counting tries, and matching against the whitelist.
import { BlockList, isIP } from 'node:net'
import { normalAddress } from '../kit/ip.ts'

/** Unwraps an IPv4 address mapped to IPv6. */
const plain = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')

/** The counting unit of an address: itself, or for IPv6 its /64, which usually belongs to one customer. */
export function networkOf(ip: string): string {
  const address = normalAddress(ip.split('%')[0]!) ?? ip
  return isIP(address) === 6 ? (normalAddress(`${address}/64`) ?? address) : address
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True if `ip` equals one of `entries` or is inside a CIDR network among them; invalid entries are skipped. */
export function isListed(ip: string, entries: readonly string[]): boolean {
  const address = plain(ip)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const entry of entries) {
    const [network = '', bits] = plain(entry.trim()).split('/')
    const prefix = Number(bits)
    const most = isIP(network) === 6 ? 128 : 32
    if (isIP(network) === 0) continue
    if (bits === undefined) list.addAddress(network, family(network))
    else if (Number.isInteger(prefix) && prefix >= 0 && prefix <= most) list.addSubnet(network, prefix, family(network))
  }
  return list.check(address, family(address))
}
