// Allowed addresses for commands: staff choose the endpoint, and must not reach our internal network through it (SSRF).
import { BlockList, isIP } from 'node:net'

/** Not on the public internet: loopback, private, shared, link-local, metadata services, documentation, multicast. */
const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Public-looking, but answers a cloud's internal services.
  ['168.63.129.16', 32],
] as const)
  inside.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // Embeds any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, prefix, 'ipv6')

/** The globally allocated unicast range; everything outside (mapped, local, translated) is refused. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** True if the address is on the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && !address.includes('%') && global.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}
