import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedSpan, perHour, shareBp, withBacklog } from './auditQuality.rules.ts'

const now = new Date('2026-03-31T10:20:30Z')

test('defaults to the last seven business days', () => {
  expect(boundedSpan({}, now, 'UTC')).toEqual({ from: new Date('2026-03-25T00:00:00Z'), to: now })
  // Evening of the same day in Shanghai, still the night before in Honolulu.
  expect(boundedSpan({}, now, 'Asia/Shanghai').from).toEqual(new Date('2026-03-24T16:00:00Z'))
  expect(boundedSpan({}, new Date('2026-03-31T05:00:00Z'), 'Pacific/Honolulu').from).toEqual(
    new Date('2026-03-24T10:00:00Z'),
  )
})

test('never beyond now, and never more than 93 days', () => {
  const from = new Date('2026-03-01T00:00:00Z')
  expect(boundedSpan({ from, to: new Date('2026-04-01T00:00:00Z') }, now, 'UTC')).toEqual({ from, to: now })
  expect(boundedSpan({ from, to: new Date('2026-03-02T00:00:00Z') }, now, 'UTC').to).toEqual(
    new Date('2026-03-02T00:00:00Z'),
  )
  const most = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-04-04T00:00:00Z') }
  expect(boundedSpan(most, new Date('2027-01-01T00:00:00Z'), 'UTC')).toEqual(most)
  expect(() =>
    boundedSpan({ ...most, to: new Date('2026-04-05T00:00:00Z') }, new Date('2027-01-01T00:00:00Z'), 'UTC'),
  ).toThrow()
})

const hour = fc.record({ arrived: fc.nat(500), decided: fc.nat(500) })

test('a backlog is the earlier backlog plus arrivals minus decisions', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.array(hour), (before, hours) => {
      const sums = withBacklog(before, hours)
      expect(sums).toHaveLength(hours.length)
      let last = before
      for (const { arrived, decided, backlog } of sums) {
        expect(backlog - last).toBe(arrived - decided)
        last = backlog
      }
    }),
  )
})

test('split anywhere, the second part begins with the backlog at the end of the first', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.array(hour, { minLength: 1 }), fc.nat(50), (before, hours, at) => {
      const cut = at % hours.length
      const head = withBacklog(before, hours.slice(0, cut))
      const tail = withBacklog(head.at(-1)?.backlog ?? before, hours.slice(cut))
      expect([...head, ...tail]).toEqual(withBacklog(before, hours))
    }),
  )
})

test('shares are in basis points, and null of zero', () => {
  expect(shareBp(0, 0)).toBeNull()
  expect(shareBp(1, 3)).toBe(3333)
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }), (part, more) => {
      const share = shareBp(part, part + more)!
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(10_000)
      expect(share + shareBp(more, part + more)!).toBeGreaterThanOrEqual(9_999)
    }),
  )
})

test('decisions per hour only count hours with a decision', () => {
  expect(perHour(0, 0)).toBe(0)
  expect(perHour(100, 3)).toBe(33.33)
})
