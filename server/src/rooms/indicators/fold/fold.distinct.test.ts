// Distinct users from pauses, compared with sets: any spans up to two years, with late and removed days.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, bitOf, type Days, deltasOf, geOf, longGe, mostDays, mostLongDays, platforms } from './fold.distinct.ts'
import { dayPlus, daysBetween } from './fold.rules.ts'

const start = '2024-01-01'
const dayAt = (at: number) => dayPlus(start, at)

const change = fc.record({
  user: fc.integer({ min: 0, max: 2 }),
  at: fc.nat({ max: mostLongDays + 60 }),
  platform: fc.constantFrom(...platforms, null),
  cell: fc.constantFrom('a', 'b'),
})

/** Days and cells of users, and the sum of their changes. */
function happened(changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[]) {
  const users = new Map<number, { days: Days; cell: string }>()
  const sums = new Map<string, { firsts: number; ge: number[]; long: Map<number, number> }>()
  for (const { user, at, platform, cell } of changes) {
    const before = users.get(user) ?? { days: new Map(), cell }
    const days = new Map(before.days)
    if (platform) days.set(dayAt(at), platform)
    else days.delete(dayAt(at))
    const after = { days, cell }
    const changed = before.days.get(dayAt(at)) === days.get(dayAt(at)) ? [] : [dayAt(at)]
    users.set(user, after)
    if (changed.length === 0 && before.cell === cell) continue
    for (const delta of deltasOf([{ before, after, changed }])) {
      const key = `${delta.cell} ${delta.set} ${delta.day}`
      const sum = sums.get(key) ?? { firsts: 0, ge: Array<number>(mostDays).fill(0), long: new Map<number, number>() }
      sum.firsts += delta.firsts
      geOf(delta.pauses).forEach((value, k) => (sum.ge[k]! += value))
      for (const [length, count] of delta.long) addTo(sum.long, length, count)
      sums.set(key, sum)
    }
  }
  return { users, sums }
}

test('distinct users of any span, cell and set of platforms equal those of the sets', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 25 }),
      fc.nat({ max: mostLongDays + 60 }),
      fc.integer({ min: 1, max: mostLongDays }),
      fc.integer({ min: 1, max: 7 }),
      (changes, from, length, set) => {
        const { users, sums } = happened(changes)
        const [first, last] = [dayAt(from), dayAt(from + length - 1)]
        for (const cell of ['a', 'b']) {
          let counted = 0
          for (const [key, { firsts, ge, long }] of sums) {
            const [of, platformSet, day] = key.split(' ') as [string, string, string]
            if (of !== cell || Number(platformSet) !== set || day < first || day > last) continue
            const place = daysBetween(first, day) + 1
            counted += place > mostDays ? firsts + longGe(long)[place - mostDays - 1]! : ge[place - 1]!
          }
          const there = [...users.values()].filter(
            (user) =>
              user.cell === cell &&
              [...user.days].some(([day, platform]) => day >= first && day <= last && (bitOf(platform) & set) !== 0),
          )
          expect(counted).toBe(there.length)
        }
      },
    ),
    { numRuns: 150 },
  )
})
