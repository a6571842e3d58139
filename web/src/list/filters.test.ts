import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clearFilters,
  dateRange,
  filterPayload,
  filtersOf,
  flag,
  idText,
  numberRange,
  numberSpan,
  oneOf,
  readFilters,
  refText,
  someOf,
  text,
  unreadable,
  type Values,
  writeFilter,
} from './filters.ts'

const filters = filtersOf({
  q: text(),
  state: oneOf(['normal', 'banned']),
  front: flag(),
  platform: someOf(['ios', 'android', 'web']),
  registered: dateRange(),
  tokens: numberRange(),
})

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const span = fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
const numbers = fc
  .tuple(fc.nat(1_000_000), fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }))
  .map(([min, more]) => (more === undefined ? { min } : { min, max: min + more }))
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const anyValues = fc
  .record({
    q: some(fc.string({ minLength: 1, maxLength: 50 }).filter((t) => t.trim() === t && t !== '')),
    state: some(fc.constantFrom('normal', 'banned')),
    front: some(fc.boolean()),
    platform: some(fc.uniqueArray(fc.constantFrom('ios', 'android', 'web'), { minLength: 1 })),
    registered: some(
      fc.oneof(
        span,
        day.map((from) => ({ from })),
        day.map((to) => ({ to })),
      ),
    ),
    tokens: some(numbers),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined)) as Values<typeof filters>)

const write = (values: Values<typeof filters>) =>
  (Object.keys(values) as (keyof typeof filters)[]).reduce(
    (address, name) => writeFilter(filters, address, name, values[name]),
    new URLSearchParams(),
  )

describe('the address', () => {
  test('round-trips every value', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        expect(readFilters(filters, new URLSearchParams(write(values).toString()))).toEqual(values)
      }),
    )
  })

  test('with any content is parsed without an error', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(filters), 'other'), fc.string()), (raw) => {
        const values = readFilters(filters, new URLSearchParams(raw))
        expect(() => filterPayload(filters, values)).not.toThrow()
      }),
    )
  })

  test('resets the page when a filter changes, and keeps other parameters', () => {
    const next = writeFilter(filters, new URLSearchParams('page=4&sort=-id&drawer=edit:5'), 'q', 'ann')
    expect(next.toString()).toBe('sort=-id&drawer=edit%3A5&q=ann')
    expect(clearFilters(filters, next).toString()).toBe('sort=-id&drawer=edit%3A5')
  })
})

describe('a range of numbers', () => {
  test('must have a maximum above its minimum', () => {
    expect(numberSpan('5', '5')).toBe('order')
    expect(numberSpan('5', '4')).toBe('order')
    expect(numberSpan('5', '6')).toEqual({ min: 5, max: 6 })
  })
  test('starts at 0 without a minimum and has no end without a maximum', () => {
    expect(numberSpan('', '6')).toEqual({ min: 0, max: 6 })
    expect(numberSpan('5', ' ')).toEqual({ min: 5 })
    expect(numberSpan('', '')).toBeUndefined()
    expect(numberSpan('', '0')).toBe('order')
  })
  test('accepts whole numbers only', () => {
    for (const bad of ['-1', '1.5', '1e3', 'x', '9'.repeat(16)]) expect(numberSpan(bad, '')).toBe('invalid')
  })
})

test('the call gets its own field names', () => {
  const values = readFilters(filters, new URLSearchParams('q=ann&registered=2026-01-01..&tokens=..5&front=false'))
  expect(filterPayload(filters, values)).toEqual({
    q: 'ann',
    front: false,
    startTimeStr: '2026-01-01',
    tokensMin: 0,
    tokensMax: 5,
  })
})

test('invalid dates and reversed spans are left out', () => {
  for (const bad of ['2026-13-01..', '2026-02-02..2026-02-01', '..', '2026-01-01', 'x..y', '2026-01-01 25:00:00..']) {
    expect(readFilters(filters, new URLSearchParams({ registered: bad })), bad).toEqual({})
  }
})

test('a span of times ends after it starts; a single day covers the entire day', () => {
  const read = (registered: string) => readFilters(filters, new URLSearchParams({ registered })).registered
  expect(read('2026-02-01..2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' })
  expect(read('2026-02-01 10:00:00..2026-02-01')).toEqual({ from: '2026-02-01 10:00:00', to: '2026-02-01' })
  expect(read('2026-02-01 10:00:00..2026-02-01 10:00:00')).toBeUndefined()
  expect(read('2026-02-01..2026-02-01 00:00:00')).toBeUndefined()
})

test("a filter cannot use the list's own parameters", () => {
  expect(() => filtersOf({ sort: text() })).toThrow('sort')
})

test('a filter knows its call’s field, and the field’s maximum length', () => {
  const own = filtersOf({ ban: oneOf(['active'], { as: 'state' }), device: text({ as: 'q', most: 4 }), q: text() })
  const values = readFilters(own, new URLSearchParams('ban=active&device=abcdefg&q=x'))
  expect(values).toEqual({ ban: 'active', device: 'abcdefg', q: 'x' })
  expect(filterPayload(filtersOf({ ban: own.ban, device: own.device }), values)).toEqual({ state: 'active', q: 'abcd' })
})

test('ids are read as they are pasted, and what has none is sent so that it is refused', () => {
  const ids = filtersOf({ userId: idText(), orderId: refText() })
  const at = (address: string) => readFilters(ids, new URLSearchParams(address))
  const some = at('userId=%23100282%2C%20luciana%09١٠٠٢١٩&orderId=Order%3A%20o-1.a，o-1.b')
  expect(filterPayload(ids, some)).toEqual({ userId: '100282,100219', orderId: 'o-1.a,o-1.b' })
  expect(unreadable(ids, some)).toEqual([])
  for (const text of ['12a', ',', '1o0445']) {
    const values = at(`userId=${encodeURIComponent(text)}`)
    expect(filterPayload(ids, values)).toEqual({ userId: text })
    expect(unreadable(ids, values)).toEqual(['userId'])
  }
  const many = { userId: Array.from({ length: 201 }, (_, number) => number + 1).join(' ') }
  expect(unreadable(ids, many)).toEqual(['userId'])
  expect(writeFilter(ids, new URLSearchParams(), 'userId', '12a').get('userId')).toBe('12a')
})
