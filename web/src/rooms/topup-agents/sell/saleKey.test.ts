import { beforeEach, expect, test, vi } from 'vitest'
import { forgetKey, keyOf, read } from './saleKey.ts'
import { soldBefore } from './soldBefore.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('an unanswered sale keeps its key beyond its tab, by account, until it is answered', () => {
  const key = keyOf(7, 100_012, 2_000)
  expect(keyOf(7, 100_012, 2_000)).toBe(key)
  expect(read(7)).toEqual({ userId: 100_012, tokens: 2_000, key })
  expect(read(8)).toBeUndefined()
  expect(keyOf(8, 100_012, 2_000)).not.toBe(key)
  expect(keyOf(7, 100_012, 3_000)).not.toBe(key)
  forgetKey(7)
  expect(read(7)).toBeUndefined()
  expect(read(8)?.tokens).toBe(2_000)
})

test('a sale that nobody answered for a day is not pressed again', () => {
  keyOf(7, 100_012, 2_000)
  vi.setSystemTime(Date.now() + 86_400_001)
  expect(read(7)).toBeUndefined()
  vi.useRealTimers()
})

test('a sale is asked about if the same amount was sold before', () => {
  const sold = [
    { tokens: 2_000, at: '2026-11-29T10:05:00Z' },
    { tokens: 5_000, at: '2026-11-29T10:02:00Z' },
    { tokens: 2_000, at: '2026-11-29T10:01:00Z' },
  ]
  expect(soldBefore(sold, 2_000)?.at).toBe('2026-11-29T10:05:00Z')
  expect(soldBefore(sold, 2_001)).toBeUndefined()
})
