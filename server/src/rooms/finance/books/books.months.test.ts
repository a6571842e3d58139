// Months of the books: they follow each other without a gap in every zone, and a change of the zone moves no closed one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClosedMonth } from '../../../ledger/index.ts'
import { closeFault, type Month, monthsUntil } from './books.months.ts'

const zones = [
  'UTC',
  'Asia/Shanghai',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
]
const moment = (min: string, max: string) => fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
const closedOf = ({ month, startsAt, endsAt }: Month): ClosedMonth => ({
  month,
  starts_at: startsAt,
  ends_at: endsAt,
  state: 'closed',
  asked_by: 'maker',
  approved_by: 'checker',
  approved_at: endsAt,
  closed_at: endsAt,
})

test('begin and end at the first instant of a month in the zone', () => {
  const months = monthsUntil(new Date('2026-03-10T00:00:00Z'), 'Asia/Shanghai', [], new Date('2026-01-31T16:00:00Z'))
  expect(months).toEqual([
    {
      month: '2026-02',
      startsAt: new Date('2026-01-31T16:00:00Z'),
      endsAt: new Date('2026-02-28T16:00:00Z'),
      state: 'open',
    },
    {
      month: '2026-03',
      startsAt: new Date('2026-02-28T16:00:00Z'),
      endsAt: new Date('2026-03-31T16:00:00Z'),
      state: 'open',
    },
  ])
  expect(monthsUntil(new Date('2026-03-10T00:00:00Z'), 'UTC', [], undefined).map(({ month }) => month)).toEqual([
    '2026-03',
  ])
})

test('follow each other through any zone changes, and closed ones never change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      moment('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'),
      moment('2025-01-01T00:00:00Z', '2026-06-01T00:00:00Z'),
      fc.nat(20),
      (before, now, first, at, closes) => {
        const old = monthsUntil(at, before, [], first)
        const closed = old.filter(({ endsAt }) => endsAt <= at).slice(0, closes)
        const months = monthsUntil(at, now, closed.map(closedOf), first)
        expect(months.slice(0, closed.length)).toEqual(closed.map((month) => ({ ...month, state: 'closed' })))
        for (const [index, month] of months.entries()) {
          expect(month.startsAt < month.endsAt).toBe(true)
          if (index > 0) expect(month.startsAt).toEqual(months[index - 1]!.endsAt)
        }
        expect(months.at(-1)!.endsAt > at && months.at(-1)!.startsAt <= at).toBe(true)
        expect(new Set(months.map(({ month }) => month)).size).toBe(months.length)
        // Slots of the books split none of them.
        for (const { endsAt } of months) expect(endsAt.getTime() % 900_000).toBe(0)
        const able = months.filter((month) => closeFault(month, months, new Set(), at) === null)
        expect(able.length).toBeLessThanOrEqual(1)
      },
    ),
  )
})
