import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitions, type ParamDefinition } from '../../../params/index.ts'
import { type MemoryKeyset, pageInMemory } from './param.page.ts'
import type { ParamRow } from './param.queries.ts'
import {
  allParams,
  canOf,
  canRevert,
  checkedValue,
  type Definitions,
  filtered,
  flagged,
  paramOf,
  type Typed,
} from './param.rules.ts'

const fee: ParamDefinition = { group: 'platform', type: 'integer', default: '5', min: 0, max: 10 }
const fixed: ParamDefinition = { group: 'platform', type: 'text', default: 'x', editable: false }
const declared: Definitions = { fee, fixed }

const row = (key: string, facts: Partial<ParamRow> = {}): ParamRow => ({
  key,
  type: 'integer',
  value: '7',
  texts: { en: 'Own', cn: '自己的' },
  front_end_needed: false,
  built_in: true,
  updated_at: new Date('2026-05-04T08:00:00Z'),
  updated_by: 'ana',
  version: 4,
  ...facts,
})

describe('the merged list', () => {
  it('has the declared value until it is changed', () => {
    expect(paramOf('fee', declared, undefined)).toMatchObject({
      value: '5',
      defaultValue: '5',
      updatedAt: null,
      updatedBy: '',
      version: 1,
      builtIn: true,
    })
    expect(paramOf('fee', declared, row('fee'))).toMatchObject({ value: '7', defaultValue: '5', version: 4 })
  })

  it('has declared parameters, then added ones, and none whose declaration was removed', () => {
    const rows = [row('zeta', { built_in: false }), row('fee'), row('gone'), row('alpha', { built_in: false })]
    expect(allParams(declared, rows).map((param) => param.key)).toEqual(['fee', 'fixed', 'alpha', 'zeta'])
    expect(paramOf('gone', declared, row('gone'))).toBe(undefined)
    expect(paramOf('toString', declared, undefined)).toBe(undefined)
  })

  it('does not use the value of an added parameter for a declared one with the same key', () => {
    expect(paramOf('fee', declared, row('fee', { built_in: false }))).toMatchObject({ value: '5', version: 4 })
  })

  it('is filtered by key, names, group, front end and change', () => {
    const rows = [row('own.thing', { built_in: false, front_end_needed: true }), row('fee', { value: '5' })]
    const keys = (filters: Parameters<typeof filtered>[1]) =>
      filtered(allParams(declared, rows), filters).map((param) => param.key)
    expect(keys({})).toEqual(['fee', 'fixed', 'own.thing'])
    expect(keys({ q: 'FEE' })).toEqual(['fee'])
    expect(keys({ q: '自己' })).toEqual(['own.thing'])
    expect(keys({ q: 'thing' })).toEqual(['own.thing'])
    expect(keys({ group: 'added' })).toEqual(['own.thing'])
    expect(keys({ frontEndNeeded: true })).toEqual(['own.thing'])
    // Reset to its default, it counts as unchanged.
    expect(keys({ changed: true })).toEqual(['own.thing'])
    expect(keys({ changed: false })).toEqual(['fee', 'fixed'])
  })
})

const typed = (facts: Partial<Typed>): Typed => ({ type: 'text', choices: [], min: null, max: null, ...facts })

describe('valid values', () => {
  const integer = typed({ type: 'integer', min: -3, max: 100 })
  it.each([
    [integer, '5', '5'],
    [integer, ' +007 ', '7'],
    [integer, '-0', '0'],
    [integer, '-3', '-3'],
    [integer, '-4', null],
    [integer, '101', null],
    [integer, '5.0', null],
    [integer, '1e2', null],
    [integer, '', null],
    [typed({ type: 'integer' }), '9007199254740993', null],
    [typed({ type: 'boolean' }), 'TRUE', 'true'],
    [typed({ type: 'boolean' }), '0', 'false'],
    [typed({ type: 'boolean' }), 'yes', null],
    [typed({ type: 'choice', choices: ['a', 'b'] }), 'b', 'b'],
    [typed({ type: 'choice', choices: ['a', 'b'] }), 'c', null],
    [typed({ type: 'timeZone' }), 'Asia/Shanghai', 'Asia/Shanghai'],
    [typed({ type: 'timeZone' }), 'Asia/Nowhere', null],
    [typed({ type: 'timeZone' }), '+08:00', null],
    [typed({ type: 'json' }), ' {"a":1} ', '{"a":1}'],
    [typed({ type: 'json' }), '{a:1}', null],
    [typed({ min: 2, max: 3 }), 'ab', 'ab'],
    [typed({ min: 2, max: 3 }), 'a', null],
    [typed({ min: 2, max: 3 }), 'abcd', null],
    [typed({}), ' kept as it is ', ' kept as it is '],
  ] as const)('%o takes "%s" as %s', (param, given, value) => {
    const checked = checkedValue(param, given)
    expect(checked.ok ? checked.value : null).toBe(value)
    if (!checked.ok) expect(checked.why.reason).toBeDefined()
  })

  it('are normalised: a stored value is accepted again unchanged', () => {
    const any = fc.constantFrom<Typed>(
      typed({ type: 'integer' }),
      typed({ type: 'boolean' }),
      typed({ type: 'json' }),
      typed({ type: 'timeZone' }),
      typed({}),
    )
    const given = fc.oneof(fc.string(), fc.integer().map(String), fc.json(), fc.constantFrom('true', 'FALSE', 'UTC'))
    fc.assert(
      fc.property(any, given, (param, text) => {
        const once = checkedValue(param, text)
        if (once.ok) expect(checkedValue(param, once.value)).toEqual(once)
      }),
      { examples: [[{ type: 'boolean', choices: [], min: null, max: null }, '__proto__']] },
    )
  })

  it('include every declared default', () => {
    for (const param of allParams(definitions, []))
      expect([param.key, checkedValue(param, param.value)]).toEqual([param.key, { ok: true, value: param.value }])
  })
})

it('reports permitted actions, or why not', () => {
  const param = paramOf('fee', declared, row('fee'))!
  const own = paramOf('own', declared, row('own', { built_in: false }))!
  const writer = { mayWrite: true, administrator: false }
  expect(canOf(param, writer, false)).toEqual({ set: true, delete: 'builtIn', editable: 'administrators' })
  expect(canOf(param, { ...writer, administrator: true }, false).editable).toBe(true)
  expect(canOf(own, writer, false)).toMatchObject({ set: true, delete: true })
  expect(canOf(flagged(own, new Map([['own', false]])), writer, false)).toMatchObject({
    set: 'notEditable',
    delete: 'notEditable',
  })
  expect(canOf(param, writer, true)).toMatchObject({ set: 'pending' })
  expect(canOf(paramOf('fixed', declared, undefined)!, writer, false)).toMatchObject({ set: 'notEditable' })
  expect(canOf(own, { ...writer, mayWrite: false }, false)).toEqual({
    set: 'readOnly',
    delete: 'readOnly',
    editable: 'readOnly',
  })
  expect(canRevert(param, '6', { mayWrite: true, administrator: false }, false)).toEqual({ revert: true })
  expect(canRevert(param, '7', { mayWrite: true, administrator: false }, false)).toEqual({ revert: 'already' })
  // A value from when the bounds were wider.
  expect(canRevert(param, '70', { mayWrite: true, administrator: false }, false)).toEqual({ revert: 'notValid' })
  expect(canRevert(param, '6', { mayWrite: true, administrator: false }, true)).toEqual({ revert: 'pending' })
  expect(canRevert(param, '6', { mayWrite: false, administrator: false }, false)).toEqual({ revert: 'readOnly' })
})

describe('pages in memory', () => {
  type Letter = { key: string; place: number }
  const letters = (keys: string): Letter[] => keys.split('').map((key, place) => ({ key, place }))
  const keyset: MemoryKeyset<Letter> = {
    sorts: {
      declared: { type: 'bigint', of: ({ place }) => place },
      key: { type: 'text', of: ({ key }) => key },
      vowel: { type: 'bigint', of: ({ key }) => Number('ae'.includes(key)) },
    },
    defaultSort: 'declared',
    id: ({ key }) => key,
    defaultSize: 2,
  }
  const page = (request: object, records = letters('caebd')) => pageInMemory(records, keyset, request, {})
  const expected: Record<string, string> = {
    declared: 'caebd',
    key: 'abcde',
    '-key': 'edcba',
    vowel: 'bcdae',
    '-vowel': 'eadcb',
  }

  it('returns every record once, in the requested order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, ...Object.keys(expected)),
        (size, sort) => {
          const seen: string[] = []
          let after: string | undefined
          do {
            const { records: some, next, total, pages } = page({ size, sort, after })
            expect([total, pages]).toEqual([5, Math.ceil(5 / size)])
            seen.push(...some.map(({ key }) => key))
            after = next
          } while (after)
          expect(seen.join('')).toBe(expected[sort ?? 'declared'])
        },
      ),
    )
  })

  it('goes on where the page ended, whatever was added or removed before it', () => {
    const { next, records } = page({ sort: 'key' })
    expect(records.map(({ key }) => key)).toEqual(['a', 'b'])
    for (const now of ['aacebbd', 'ced', 'bced'])
      expect(page({ sort: 'key', after: next }, letters(now)).records.map(({ key }) => key)).toEqual(['c', 'd'])
  })

  it('returns a page by number, and refuses a foreign cursor', () => {
    expect(page({ current: 3 })).toMatchObject({ current: 3, size: 2, records: [{ key: 'd' }] })
    expect(page({ current: 9 }).records).toEqual([])
    const { next } = page({ sort: 'key' })
    for (const [reason, bad] of [
      ['list.cursor', { after: next }],
      ['list.cursor', { after: 'x' }],
      ['field.oneOf', { sort: 'value' }],
      ['field.oneOf', { sort: 'toString' }],
    ] as const)
      expect(() => page(bad)).toThrow(
        expect.objectContaining({ code: 10009, detail: [expect.objectContaining({ reason })] }),
      )
  })
})
