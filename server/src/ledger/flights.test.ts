import { describe, expect, it } from 'vitest'
import type { Transaction } from '../kit/database.ts'
import { takeOff } from './flights.ts'

/** A transaction of a database of its own; nothing of it is asked but which database that is. */
function someTransaction(): Transaction {
  const adapter = {}
  return { getExecutor: () => ({ adapter }) } as unknown as Transaction
}
const accounts = (...names: string[]) => new Map(names.map((name) => [name, true]))

/** Whether it is there after everything that is due has run. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  let there = false
  void promise.then(() => (there = true))
  await new Promise((resolve) => setTimeout(resolve, 5))
  return there
}

describe('a batch', () => {
  it('follows one that is decided, and waits for one that is not', async () => {
    const tx = someTransaction()
    const first = await takeOff(tx, accounts('a', 'b'))
    const second = takeOff(tx, accounts('b', 'c'))
    expect(await isThere(second)).toBe(false)
    first.decided()
    expect(await isThere(second)).toBe(true)
  })

  it('waits for none on other accounts, nor of another database', async () => {
    const tx = someTransaction()
    await takeOff(tx, accounts('a'))
    expect(await isThere(takeOff(tx, accounts('b')))).toBe(true)
    expect(await isThere(takeOff(someTransaction(), accounts('a')))).toBe(true)
  })

  it('waits while two are on their way, one at a time in their order', async () => {
    const tx = someTransaction()
    const [first, second] = [await takeOff(tx, accounts('a')), takeOff(tx, accounts('a'))]
    first.decided()
    const later = await second
    later.decided()
    const third = takeOff(tx, accounts('a'))
    const fourth = takeOff(tx, accounts('a'))
    expect([await isThere(third), await isThere(fourth)]).toEqual([false, false])
    first.landed()
    expect([await isThere(third), await isThere(fourth)]).toEqual([true, false])
    later.landed()
    expect(await isThere(fourth)).toBe(false)
    const next = await third
    next.decided()
    expect(await isThere(fourth)).toBe(true)
  })

  it('waits for those that were decided on what was wrong', async () => {
    const tx = someTransaction()
    const wrong = await takeOff(tx, accounts('a'))
    wrong.decided()
    const behind = await takeOff(tx, accounts('a', 'b'))
    behind.decided()
    const elsewhere = await takeOff(tx, accounts('c'))
    elsewhere.decided()
    wrong.corrected()
    wrong.landed()
    expect([behind.isDoubted(), elsewhere.isDoubted()]).toEqual([true, false])
    const third = takeOff(tx, accounts('b'))
    expect(await isThere(third)).toBe(false)
    behind.corrected()
    expect(await isThere(third)).toBe(true)
  })

  it('does not wait for ever', async () => {
    const tx = someTransaction()
    await takeOff(tx, accounts('a'))
    await takeOff(tx, accounts('a'))
  })
})
