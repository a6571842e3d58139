import { BlockList, isIP, SocketAddress } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopbackAddress, normalAddress } from './ip.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['10.255.255.255/9', '10.128.0.0/9'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8:0:1:0:0:0:1/64', '2001:db8:0:1::/64'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::', '::'],
  ['::1/128', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['::FFFF:203.0.113.7/128', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:203.0.113.7/97', '128.0.0.0/1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
])('%s is written %s', (text, normal) => {
  expect(normalAddress(text)).toBe(normal)
})

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.7/33',
  '203.0.113.7/-1',
  '203.0.113.7/',
  '203.0.113.7/8/8',
  '0.0.0.0/0',
  '::/0',
  '::ffff:1.2.3.4/90',
  '2001:db8::/129',
  'fe80::1%eth0',
  '1::2::3',
  '127.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '203.0.113.0/255.255.255.0',
])('%s is no address', (text) => {
  expect(normalAddress(text)).toBeNull()
})

const v4 = fc.ipV4()
const v6 = fc.ipV6()

test('normalising is idempotent, and the result is a valid address', () => {
  fc.assert(
    fc.property(fc.oneof(v4, v6), (text) => {
      const normal = normalAddress(text)
      expect(normal).not.toBeNull()
      expect(normalAddress(normal!)).toBe(normal)
      expect(isIP(normal!)).toBeGreaterThan(0)
    }),
  )
})

test('a normalised IPv6 address means the same as the system’s spelling', () => {
  fc.assert(
    fc.property(v6, (text) => {
      const normal = normalAddress(text)!
      if (isIP(normal) === 4) return
      expect(new SocketAddress({ address: normal, family: 'ipv6' }).address).toBe(
        new SocketAddress({ address: text, family: 'ipv6' }).address,
      )
    }),
  )
})

test('a normalised network contains the same addresses', () => {
  fc.assert(
    fc.property(v4, fc.integer({ min: 1, max: 32 }), v4, (address, prefix, other) => {
      const [network, normalPrefix] = normalAddress(`${address}/${prefix}`)!.split('/')
      const before = new BlockList()
      before.addSubnet(address, prefix)
      const after = new BlockList()
      after.addSubnet(network!, Number(normalPrefix ?? 32))
      expect(after.check(other)).toBe(before.check(other))
      expect(after.check(address)).toBe(true)
    }),
  )
})

test('this machine is known by each of its addresses, and by no other spelling', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'].map(isLoopbackAddress)).not.toContain(
    false,
  )
  expect(
    ['128.0.0.1', '::2', '::ffff:10.0.0.1', '127.1', '0x7f000001', 'localhost', ''].map(isLoopbackAddress),
  ).not.toContain(true)
})
