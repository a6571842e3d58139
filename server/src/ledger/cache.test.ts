// The order of batches in flight on the same accounts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Cache, openCache } from './cache.ts'
import { paid } from './ledger.accounts.ts'
import { batchAccount } from './ledger.plan.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Accounts of these users. */
const accounts = (...users: bigint[]) => new Map(users.map((id) => [paid(id).name, batchAccount(paid(id))]))
const enter = (cache: Cache, ...users: bigint[]) => cache.enter(accounts(...users))

/** True when it's resolved once everything that is due has run. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false
  void promise.then(() => (resolved = true))
  await vi.advanceTimersByTimeAsync(0)
  return resolved
}

it('a batch waits until the one before is planned', async () => {
  const cache = openCache()
  const first = await enter(cache, 1n, 2n)
  const second = enter(cache, 2n, 3n)
  expect(await isResolved(second)).toBe(false)
  first.planned()
  expect(await isResolved(second)).toBe(true)
})

it('batches on other accounts and in other databases do not wait', async () => {
  const cache = openCache()
  await enter(cache, 1n)
  expect(await isResolved(enter(cache, 2n))).toBe(true)
  expect(await isResolved(enter(openCache(), 1n))).toBe(true)
})

it('two are in flight at most; the others follow in their order', async () => {
  const cache = openCache()
  const first = await enter(cache, 1n)
  first.planned()
  const second = await enter(cache, 1n)
  second.planned()
  const third = enter(cache, 1n)
  const fourth = enter(cache, 1n)
  expect([await isResolved(third), await isResolved(fourth)]).toEqual([false, false])
  first.done()
  expect([await isResolved(third), await isResolved(fourth)]).toEqual([true, false])
  second.done()
  expect(await isResolved(fourth)).toBe(false)
  const entered = await third
  entered.planned()
  expect(await isResolved(fourth)).toBe(true)
})

it('batches planned on wrong balances are invalid, and the next waits for their correction', async () => {
  const cache = openCache()
  const wrong = await enter(cache, 1n)
  wrong.planned()
  const behind = await enter(cache, 1n, 2n)
  behind.planned()
  const elsewhere = await enter(cache, 3n)
  elsewhere.planned()
  wrong.corrected()
  wrong.done()
  expect([behind.isInvalidated(), elsewhere.isInvalidated()]).toEqual([true, false])
  const next = enter(cache, 2n)
  expect(await isResolved(next)).toBe(false)
  behind.corrected()
  expect(await isResolved(next)).toBe(true)
})

it('nothing waits longer than a second', async () => {
  const cache = openCache()
  await enter(cache, 1n)
  const second = enter(cache, 1n)
  await vi.advanceTimersByTimeAsync(999)
  expect(await isResolved(second)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isResolved(second)).toBe(true)
})
