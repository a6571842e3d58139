// @vitest-environment happy-dom
// What this browser keeps is the same in every tab, and lasts as long as the page where storage is full.
import { afterEach, expect, test, vi } from 'vitest'
import { kept } from './kept.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const isNumber = (value: unknown) => typeof value === 'number'
const elsewhere = (key: string | null, newValue: string | null) => {
  if (key === null) localStorage.clear()
  else if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: localStorage }))
}

test('another tab’s change is read, whether somebody waits for it or not', () => {
  const columns = kept(1, isNumber)
  const heard = vi.fn()
  expect(columns.read('of users')).toBe(1)
  elsewhere('of users', '2')
  expect(columns.read('of users')).toBe(2)
  const leave = columns.subscribe(heard)
  elsewhere('of users', '3')
  expect(heard).toHaveBeenCalledTimes(1)
  expect(columns.read('of users')).toBe(3)
  elsewhere('of others', '4')
  expect(heard).toHaveBeenCalledTimes(1)
  elsewhere(null, null)
  expect(heard).toHaveBeenCalledTimes(2)
  expect(columns.read('of users')).toBe(1)
  leave()
  elsewhere('of users', '5')
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a full storage keeps the value for the page', () => {
  const columns = kept(1, isNumber)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  columns.write('of users', 7)
  expect(columns.read('of users')).toBe(7)
})
