// Network addresses: grouping for counting tries, and matching against the whitelist.
import { BlockList, isIP } from 'node:net'
import { normalAddress } from '../kit/calls/ip.ts'

/** An address without the zone of a link-local one (`fe80::1%eth0`); null if it is none. */
const addressOf = (ip: string): string | null => normalAddress(ip.split('%')[0]!)

/** The counting unit of an address: itself, or for IPv6 its /64, which usually belongs to one customer. */
export function networkOf(ip: string): string {
  const address = addressOf(ip) ?? ip
  return isIP(address) === 6 ? (normalAddress(`${address}/64`) ?? address) : address
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True if `ip` equals one of `entries` or is inside a network among them; invalid entries are skipped. */
export function isListed(ip: string, entries: readonly string[]): boolean {
  const address = addressOf(ip)
  if (address === null || isIP(address) === 0) return false
  const list = new BlockList()
  for (const entry of entries) {
    const [network, prefix] = normalAddress(entry.trim())?.split('/') ?? []
    if (network === undefined) continue
    if (prefix === undefined) list.addAddress(network, family(network))
    else list.addSubnet(network, Number(prefix), family(network))
  }
  return list.check(address, family(address))
}
