import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brief, changesBetween, readable, same } from './diff.ts'

const fields = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 4 }).filter((k) => !k.includes('.')),
  fc.jsonValue(),
  {
    maxKeys: 6,
  },
)

describe('changes', () => {
  test('name changed, added and removed fields', () => {
    expect(changesBetween({ a: 1, b: 'x', c: true }, { a: 2, b: 'x', d: null })).toEqual([
      { path: 'a', kind: 'changed', before: 1, after: 2 },
      { path: 'b', kind: 'same', before: 'x', after: 'x' },
      { path: 'c', kind: 'removed', before: true },
      { path: 'd', kind: 'added', after: null },
    ])
  })

  test('are found at any depth; a list of plain values is one value', () => {
    expect(changesBetween({ a: { b: 1 }, l: [1, 2] }, { a: { b: 2 }, l: [1] })).toEqual([
      { path: 'a.b', kind: 'changed', before: 1, after: 2 },
      { path: 'l', kind: 'changed', before: [1, 2], after: [1] },
    ])
    expect(changesBetween({ m: [{ id: 1 }] }, { m: [{ id: 1 }, { id: 2 }] })).toEqual([
      { path: 'm.0.id', kind: 'same', before: 1, after: 1 },
      { path: 'm.1.id', kind: 'added', after: 2 },
    ])
  })

  test('of a created or deleted record are all additions or removals', () => {
    expect(changesBetween(null, { a: 1 })).toEqual([{ path: 'a', kind: 'added', after: 1 }])
    expect(changesBetween({ a: 1 }, null)).toEqual([{ path: 'a', kind: 'removed', before: 1 }])
    expect(changesBetween(null, null)).toEqual([])
    expect(changesBetween('old', 'new')).toEqual([{ path: '', kind: 'changed', before: 'old', after: 'new' }])
  })

  test('are empty for equal objects, and not for different ones', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        expect(changesBetween(a, structuredClone(a)).every((change) => change.kind === 'same')).toBe(true)
        if (!same(a, b)) expect(changesBetween(a, b).some((change) => change.kind !== 'same')).toBe(true)
      }),
    )
  })
})

test('an object is shown on one line', () => {
  expect(brief({ value: '72' })).toBe('72')
  expect(brief({ a: 1, b: [1, 2] })).toBe('a: 1 · b: 1, 2')
  expect(brief(null)).toBe('')
})

test('values are shown as text', () => {
  expect(readable(null)).toBe('')
  expect(readable([1, 'a', null])).toBe('1, a, ')
  expect(readable({ a: 1, b: null, c: { d: 'x' } })).toBe('a: 1\nc: d: x')
  expect(readable([{ a: 1 }, { a: 2 }], (field) => field.toUpperCase())).toBe('A: 1\nA: 2')
  expect(readable({ texts: { en: 'Hi', cn: '嗨' } })).toBe('texts:\n  en: Hi\n  cn: 嗨')
  expect(readable(false)).toBe('false')
})
