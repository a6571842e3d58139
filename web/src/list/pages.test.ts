import { expect, test } from 'vitest'
import { pagePayload, rangeOf, readPage } from './pages.ts'

test('page and size come from the address, or are the first page and the default size', () => {
  expect(readPage(new URLSearchParams('page=3&size=200'))).toEqual({ page: 3, size: 200 })
  expect(readPage(new URLSearchParams('page=-1&size=7'))).toEqual({ page: 1, size: 50 })
  expect(readPage(new URLSearchParams('page=x'), 100)).toEqual({ page: 1, size: 100 })
})

test('a page is requested by its cursor, or by its number after a reload', () => {
  expect(pagePayload(1, 50, undefined)).toEqual({ size: 50, current: 1 })
  expect(pagePayload(3, 50, 'abc')).toEqual({ size: 50, after: 'abc' })
  expect(pagePayload(3, 50, undefined)).toEqual({ size: 50, current: 3 })
})

test('an inexact count is never shown as exact', () => {
  expect(rangeOf({ total: 120, shown: 20, page: 3, size: 50 }, undefined)).toEqual({
    from: 101,
    to: 120,
    more: false,
    atLeast: 120,
  })
  expect(rangeOf({ total: 0, shown: 0, page: 1, size: 50 }, undefined)).toMatchObject({ from: 0, to: 0, more: false })
  expect(rangeOf({ total: 9_000, totalIsEstimate: true, shown: 50, page: 201, size: 50 }, 'n')).toEqual({
    from: 10_001,
    to: 10_050,
    more: true,
    atLeast: 10_050,
  })
})
