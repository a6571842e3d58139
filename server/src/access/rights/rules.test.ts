import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayMore, menusAbove, noRights, type Rights, together } from './rules.ts'

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

describe('who may do more', () => {
  it.each([
    ['the same', { 1: 3, 2: 1 }, { 1: 3, 2: 1 }, false],
    ['less', { 1: 1 }, { 1: 3, 2: 1 }, false],
    ['nothing at all', {}, {}, false],
    ['another menu', { 2: 1 }, { 1: 3 }, true],
    ['a higher level', { 1: 3 }, { 1: 1 }, true],
    ['less on one, more on another', { 1: 1, 2: 3 }, { 1: 3, 2: 1 }, true],
  ])('%s', (_, other, own, more) => expect(mayMore(rights(other), rights(own))).toBe(more))

  it('is an administrator, more than everybody but another one', () => {
    expect(mayMore(rights({}, true), rights({ 1: 3 }))).toBe(true)
    expect(mayMore(rights({ 1: 3 }, true), rights({}, true))).toBe(false)
    expect(menusAbove(rights({ 1: 3 }), rights({}, true))).toEqual([])
  })

  it('is never both of two only because they differ: nobody may do more than themselves', () => {
    fc.assert(fc.property(anyRights, (own) => !mayMore(own, own)))
  })

  it('is passed on: who may do as much as another may do as much as whom that one exceeds', () => {
    fc.assert(
      fc.property(anyRights, anyRights, anyRights, (a, b, c) => mayMore(a, b) || mayMore(b, c) || !mayMore(a, c)),
    )
  })

  it('grows with what is held together', () => {
    fc.assert(
      fc.property(anyRights, anyRights, (a, b) => {
        const both = together([a, b])
        return !mayMore(a, both) && !mayMore(b, both)
      }),
    )
    expect(together([])).toEqual(noRights)
  })
})
