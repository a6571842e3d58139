// Network addresses: what counts as one place when tries are counted, and what the whitelist covers.
import { BlockList, isIP } from 'node:net'

/** An IPv4 address that came in IPv6 clothes, undressed. */
const plain = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')

/** The eight groups of an IPv6 address, written out. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** The place an address is counted as: itself, or of IPv6 its /64, which one customer holds whole. */
export function networkOf(ip: string): string {
  const address = plain(ip)
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True when `ip` is one of `entries` or lies in a network (CIDR) among them; what is neither is passed over. */
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
