import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayMore, menusAbove, noRights, type Rights, together } from './rights.rules.ts'

const rights = (levels: Record<number, number>, administrator = false): Rights => ({
  administrator,
  levels: new Map(Object.entries(levels).map(([id, level]) => [Number(id), level])),
})
const anyRights = fc
  .record({
    administrator: fc.boolean(),
    levels: fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom(1, 3)),
  })
  .map(({ administrator, levels }) => rights(levels, administrator))

describe('exceeding rights', () => {
  it.each([
    ['the same', { 1: 3, 2: 1 }, { 1: 3, 2: 1 }, false],
    ['less', { 1: 1 }, { 1: 3, 2: 1 }, false],
    ['nothing at all', {}, {}, false],
    ['another menu', { 2: 1 }, { 1: 3 }, true],
    ['a higher level', { 1: 3 }, { 1: 1 }, true],
    ['less on one, more on another', { 1: 1, 2: 3 }, { 1: 3, 2: 1 }, true],
  ])('%s', (_, other, own, more) => expect(mayMore(rights(other), rights(own))).toBe(more))

  it('an administrator exceeds everyone but another administrator', () => {
    expect(mayMore(rights({}, true), rights({ 1: 3 }))).toBe(true)
    expect(mayMore(rights({ 1: 3 }, true), rights({}, true))).toBe(false)
    expect(menusAbove(rights({ 1: 3 }), rights({}, true))).toEqual([])
  })

  it('two that only differ do not exceed each other: nobody exceeds themselves', () => {
    fc.assert(fc.property(anyRights, (own) => !mayMore(own, own)))
  })

  it('is transitive', () => {
    fc.assert(
      fc.property(anyRights, anyRights, anyRights, (a, b, c) => mayMore(a, b) || mayMore(b, c) || !mayMore(a, c)),
    )
  })

  it('grows with combined rights', () => {
    fc.assert(
      fc.property(anyRights, anyRights, (a, b) => {
        const both = together([a, b])
        return !mayMore(a, both) && !mayMore(b, both)
      }),
    )
    expect(together([])).toEqual(noRights)
  })
})
