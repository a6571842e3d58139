import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { can, idsAt, levelsAfter, listedTwice, type Permission, sameLevels } from './role.rules.ts'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
const levels = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom<Permission>(1, 3)), { maxLength: 20 })
  .map((pairs) => new Map(pairs))
const seeing = (...numbers: number[]) => new Set(numbers)
const all = new Set(Array.from({ length: 31 }, (_, at) => at))
const before = new Map<number, Permission>([
  [1, 3],
  [2, 3],
  [3, 1],
  [4, 1],
])

describe('a role’s grants after a save', () => {
  it('are exactly both lists if both are given', () => {
    expect(Object.fromEntries(levelsAfter(before, { menuIds: [3, 5], readMenuIds: [1] }, all))).toEqual({
      1: 1,
      3: 3,
      5: 3,
    })
    expect(levelsAfter(before, { menuIds: [], readMenuIds: [] }, all).size).toBe(0)
  })

  it('keep read-only menus if only menuIds are given', () => {
    expect(Object.fromEntries(levelsAfter(before, { menuIds: [1, 3, 5] }, all))).toEqual({ 1: 3, 3: 1, 4: 1, 5: 3 })
    expect(Object.fromEntries(levelsAfter(before, { menuIds: [] }, all))).toEqual({ 3: 1, 4: 1 })
  })

  it('keep read-write menus if only readMenuIds are given', () => {
    expect(Object.fromEntries(levelsAfter(before, { readMenuIds: [2, 3] }, all))).toEqual({ 1: 3, 2: 1, 3: 1 })
  })

  it('are unchanged if neither is given', () => {
    fc.assert(
      fc.property(levels, (was) => {
        expect(sameLevels(levelsAfter(was, {}, all), was)).toBe(true)
      }),
    )
  })

  it('never raise a read-only menu by menuIds alone', () => {
    fc.assert(
      fc.property(levels, ids, (was, menuIds) => {
        const after = levelsAfter(was, { menuIds }, all)
        for (const [id, level] of was) if (level === 1) expect(after.get(id)).toBe(1)
        for (const id of menuIds) expect(after.has(id)).toBe(true)
      }),
    )
  })

  it('are unchanged if a client sends back the string it read', () => {
    fc.assert(
      fc.property(levels, (was) => {
        const menuIds = idsAt(was, 3).split(',').filter(Boolean).map(Number)
        expect(sameLevels(levelsAfter(was, { menuIds }, all), was)).toBe(true)
      }),
    )
  })

  it('never change for invisible menus', () => {
    fc.assert(
      fc.property(levels, ids, ids, ids, (was, visible, menuIds, readMenuIds) => {
        const seen = new Set(visible)
        const requested = {
          menuIds: menuIds.filter((id) => seen.has(id)),
          readMenuIds: readMenuIds.filter((id) => seen.has(id)),
        }
        const after = levelsAfter(was, requested, seen)
        for (const id of all) if (!seen.has(id)) expect(after.get(id)).toBe(was.get(id))
      }),
    )
    expect(Object.fromEntries(levelsAfter(before, { menuIds: [], readMenuIds: [] }, seeing(1, 3)))).toEqual({
      2: 3,
      4: 1,
    })
  })
})

it('finds what is listed at both levels', () => {
  expect(listedTwice({ menuIds: [1, 2, 3], readMenuIds: [3, 4, 1, 3] })).toEqual([3, 1])
  expect(listedTwice({ menuIds: [1] })).toEqual([])
})

it('reports permitted actions on a role, or why not', () => {
  const ids = { administrator: 1, guildLeader: 8, topUpAgent: 9 }
  const admin = { mayWrite: true, administrator: true }
  const other = { mayWrite: true, administrator: false }
  expect(can({ id: 5, builtIn: false, users: 0 }, other, ids)).toEqual({
    update: true,
    delete: true,
    seeAs: 'onlyAdministrators',
  })
  expect(can({ id: 5, builtIn: false, users: 2 }, other, ids)).toEqual({
    update: true,
    delete: 'inUse',
    seeAs: 'onlyAdministrators',
  })
  expect(can({ id: 8, builtIn: true, users: 0 }, admin, ids)).toEqual({
    update: true,
    delete: 'builtIn',
    seeAs: 'outside',
  })
  expect(can({ id: 1, builtIn: true, users: 1 }, admin, ids)).toEqual({ update: true, delete: 'builtIn', seeAs: true })
  expect(can({ id: 1, builtIn: true, users: 1 }, other, ids)).toEqual({
    update: 'administrator',
    delete: 'builtIn',
    seeAs: 'onlyAdministrators',
  })
  expect(can({ id: 5, builtIn: false, users: 0 }, { mayWrite: false, administrator: false }, ids)).toEqual({
    update: 'readOnly',
    delete: 'readOnly',
    seeAs: 'onlyAdministrators',
  })
})
