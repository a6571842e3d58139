import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublic } from './delivery.address.ts'
import { isOver, retryTimes, waitAfter } from './delivery.retry.ts'

const attempts = fc.integer({ min: 1, max: 10_000 })
const chances = fc.double({ min: 0, max: 0.999, noNaN: true })

test('delays grow from about a second to at most an hour', () => {
  expect([1, 2, 3, 4].map((attempt) => waitAfter(attempt, 1, retryTimes))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(waitAfter(1, 0, retryTimes)).toBe(500)
  fc.assert(
    fc.property(attempts, chances, (attempt, chance) => {
      const wait = waitAfter(attempt, chance, retryTimes)
      expect(wait).toBeGreaterThanOrEqual(500)
      expect(wait).toBeLessThanOrEqual(3_600_000)
      expect(waitAfter(attempt + 1, chance, retryTimes)).toBeGreaterThanOrEqual(wait)
    }),
  )
})

test('tries for three days after the first try, and no longer', () => {
  const first = new Date('2026-01-01T00:00:00Z')
  const at = (ms: number) => new Date(first.getTime() + ms)
  expect(isOver(first, at(retryTimes.windowMs - 3_600_001), 3_600_000, retryTimes)).toBe(false)
  expect(isOver(first, at(retryTimes.windowMs - 3_600_000), 3_600_000, retryTimes)).toBe(true)
})

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '2002:7f00:1::',
  '2001:db8::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not of the public internet', (address) => expect(isPublic(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])('%s is', (address) =>
  expect(isPublic(address)).toBe(true),
)
