import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  flag,
  idsFilter,
  integer,
  jsonOf,
  line,
  listOf,
  listPayload,
  optional,
  prose,
  range,
  refsFilter,
  searchText,
  timeText,
} from './fields.ts'

describe('form fields sent as text', () => {
  it('parses whole numbers of every size exactly, and nothing else', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(integer().parse(String(n))).toBe(n)
      }),
    )
    for (const bad of ['', ' ', '1.5', '1e3', '0x10', 'NaN', '9007199254740993', '١x'])
      expect(integer().safeParse(bad).success).toBe(false)
    for (const twelve of ['١٢', '۱۲', '１２', '\u200e12']) expect(integer().parse(twelve)).toBe(12)
  })

  it('parses ids of a filter as they are pasted, and refuses what has none or something else', () => {
    expect(idsFilter().parse('#100282, luciana ١٠٠٢١٩')).toEqual([100282, 100219])
    expect([idsFilter().parse(7), idsFilter().parse('100,200'), refsFilter().parse('a.1，a.2')]).toEqual([
      [7],
      [100, 200],
      ['a.1', 'a.2'],
    ])
    for (const bad of [
      '12a',
      '100282 1o0445',
      '\u200b',
      ' ',
      ',',
      Array.from({ length: 201 }, (_, at) => at + 1).join(' '),
    ])
      expect(idsFilter().safeParse(bad).success).toBe(false)
  })

  it('composes accents, and refuses a search that shows nothing', () => {
    expect([line(5).parse('e\u0301'), prose(5).parse('e\u0301'), searchText(5).parse('e\u0301\ta')]).toEqual([
      'é',
      'é',
      'é a',
    ])
    for (const bad of [' ', '\u200b', '\t']) expect(searchText(5).safeParse(bad).success).toBe(false)
  })

  it('enforces bounds', () => {
    expect(integer(1, 5).safeParse('0').success).toBe(false)
    expect(integer(1, 5).parse('5')).toBe(5)
  })

  it('parses flags', () => {
    expect(['true', '1', true].map((v) => flag().parse(v))).toEqual([true, true, true])
    expect(['false', '0', false].map((v) => flag().parse(v))).toEqual([false, false, false])
    expect(flag().safeParse('yes').success).toBe(false)
  })

  it('parses lists and enforces their limits', () => {
    expect(listOf(integer()).parse('3, 5,8')).toEqual([3, 5, 8])
    expect(listOf(integer()).parse('')).toEqual([])
    expect(listOf(integer()).safeParse('3,x').success).toBe(false)
    expect(listOf(integer(), 2).safeParse('1,2,3').success).toBe(false)
  })

  it('parses structured values', () => {
    expect(jsonOf(z.object({ a: z.number() })).parse('{"a":1}')).toEqual({ a: 1 })
    expect(jsonOf(z.object({ a: z.number() })).safeParse('{"a":').success).toBe(false)
  })

  it('treats an empty field as absent', () => {
    const schema = z.object({ n: optional(integer(1)) })
    expect(schema.parse({ n: '' })).toEqual({ n: undefined })
    expect(schema.parse({})).toEqual({})
    expect(schema.safeParse({ n: '0' }).success).toBe(false)
  })
})

it('refuses control characters in single-line text, and keeps line breaks in prose', () => {
  expect(line(10).safeParse('a\nb').success).toBe(false)
  expect(line(10).safeParse('a\u0000b').success).toBe(false)
  expect(prose(10).parse('a\nb')).toBe('a\nb')
  expect(prose(10).safeParse('a\u0000b').success).toBe(false)
})

it('accepts both time formats', () => {
  for (const good of ['2026-01-31', '2026-01-31 23:59:59']) expect(timeText().safeParse(good).success).toBe(true)
  for (const bad of ['2026-1-31', '2026-01-32', '2026-01-31T00:00:00', '2026-01-31 24:00:00', "2026-01-31' or 1=1"])
    expect(timeText().safeParse(bad).success).toBe(false)
})

describe('a range of a list', () => {
  const schema = listPayload({ ...range('age', integer(0, 150)), ...range('tokens', integer(0)) })
  const faults = (payload: object) => schema.safeParse(payload).error?.issues.map((issue) => issue.path.join('.')) ?? []

  it('must have a maximum greater than its minimum', () => {
    expect(faults({ ageMin: '3', ageMax: '4', tokensMin: 0, tokensMax: 1 })).toEqual([])
    expect(faults({ ageMin: '3', ageMax: '3' })).toEqual(['ageMax'])
    expect(faults({ ageMin: 4, ageMax: 3, tokensMin: 9, tokensMax: 9 })).toEqual(['ageMax', 'tokensMax'])
  })

  it('starts at 0 with an empty minimum and has no limit with an empty maximum', () => {
    expect(faults({ ageMin: '', ageMax: '1', tokensMin: '7', tokensMax: '' })).toEqual([])
    expect(faults({ ageMax: '0' })).toEqual(['ageMax'])
  })
})
