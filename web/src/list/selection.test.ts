import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { between, createSelection } from './selection.ts'

const page = new Map([1, 2, 3, 4, 5].map((id) => [id, { id }]))
const ids = (selection: ReturnType<typeof createSelection<{ id: number }>>) => [...selection.all().keys()]

describe('a range', () => {
  test('is the same in both directions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (all, a, b) => {
        const [from, to] = [all[a % all.length]!, all[b % all.length]!]
        expect(between(all, from, to)).toEqual(between(all, to, from))
        expect(between(all, from, to)).toContain(from)
        expect(between(all, from, to)).toContain(to)
      }),
    )
  })
  test('is only the target if it started on another page', () => expect(between([1, 2, 3], 9, 2)).toEqual([2]))
})

describe('a selection', () => {
  test('toggles, extends from the last toggled row, and clears', () => {
    const selection = createSelection<{ id: number }>(200)
    selection.toggle(2, { id: 2 })
    selection.refresh(page)
    selection.extend(4)
    expect(ids(selection)).toEqual([2, 3, 4])
    selection.toggle(3, { id: 3 })
    expect(ids(selection)).toEqual([2, 4])
    selection.clear()
    expect(ids(selection)).toEqual([])
  })

  test('selects and deselects the page', () => {
    const selection = createSelection<{ id: number }>(200)
    selection.toggle(9, { id: 9 })
    selection.togglePage(page)
    expect(ids(selection)).toEqual([9, 1, 2, 3, 4, 5])
    selection.togglePage(page)
    expect(ids(selection)).toEqual([9])
  })

  test('of all matching rows covers every page, until a single row is toggled', () => {
    const selection = createSelection<{ id: number }>(200)
    selection.togglePage(page)
    selection.chooseEverything({ bulkId: 'x', total: 900 })
    expect([selection.has(1), selection.has(777)]).toEqual([true, true])
    selection.refresh(new Map([[1, { id: 1 }]]))
    expect(selection.everything()).toEqual({ bulkId: 'x', total: 900 })
    selection.toggle(2, { id: 2 })
    expect(selection.everything()).toBeUndefined()
    expect(ids(selection)).toEqual([])
  })

  test('holds at most one batch, and reports it', () => {
    const selection = createSelection<{ id: number }>(3)
    selection.togglePage(page)
    expect(ids(selection)).toEqual([1, 2, 3])
    expect(selection.isFull()).toBe(true)
    selection.toggle(1, { id: 1 })
    expect(selection.isFull()).toBe(false)
  })

  test('has the new data of a refreshed row', () => {
    const selection = createSelection<{ id: number; name?: string }>(200)
    selection.toggle(1, { id: 1 })
    const listener = vi.fn()
    selection.subscribe(listener)
    selection.refresh(new Map([[1, { id: 1, name: 'new' }]]))
    expect(selection.all().get(1)).toEqual({ id: 1, name: 'new' })
    expect(listener).toHaveBeenCalledOnce()
    selection.refresh(new Map([[7, { id: 7 }]]))
    expect(listener).toHaveBeenCalledOnce()
  })
})
