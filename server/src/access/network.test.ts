import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isListed, networkOf } from './network.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('counts %s as %s', (ip, network) => expect(networkOf(ip)).toBe(network))

it.each([
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.3', ['10.1.0.0/16'], true],
  ['10.2.2.3', ['10.1.0.0/16', '10.2.2.4'], false],
  ['::ffff:10.1.2.3', ['10.1.0.0/16'], true],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['10.1.2.3', ['nonsense', '10.1.2.3/99', '10.1.2.3/x', ''], false],
  ['10.1.2.3', [], false],
  ['10.1.2.3', ['0.0.0.0/0'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['not an address', ['0.0.0.0/0'], false],
])('%s against %o: %s', (ip, entries, listed) => expect(isListed(ip, entries)).toBe(listed))

it('matches every IPv4 address of a network and no other', () => {
  const octets = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.')
  const address = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(address, address, fc.integer({ min: 1, max: 32 }), (ip, network, prefix) => {
      const mask = (0xffffffff << (32 - prefix)) >>> 0
      const inside = (ip & mask) >>> 0 === (network & mask) >>> 0
      expect(isListed(octets(ip), [`${octets(network)}/${prefix}`])).toBe(inside)
    }),
  )
})
