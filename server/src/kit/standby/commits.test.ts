import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Commit, lossOf, lsnOf, openCommits, secondsOf } from './commits.ts'

const commit = (n: number): Commit => ({ xid: BigInt(n), lsn: BigInt(n * 100), timeline: 1, at: n * 1_000 })

test('the last ones are remembered, the oldest first', () => {
  let at = 0
  const commits = openCommits(() => ++at, 3)
  expect(commits.all()).toEqual([])
  for (const n of [1, 2, 3, 4]) commits.add({ xid: BigInt(n), lsn: BigInt(n * 10), timeline: 1 })
  expect(commits.all()).toEqual([2, 3, 4].map((n) => ({ xid: BigInt(n), lsn: BigInt(n * 10), timeline: 1, at: n })))
  commits.forget()
  expect(commits.all()).toEqual([])
})

test('a position in the log is a number', () => {
  expect(lsnOf('0/0')).toBe(0n)
  expect(lsnOf('16/B374D848')).toBe(0x16b374d848n)
})

test('nothing acknowledged, nothing lost; without an end nobody knows', () => {
  expect(lossOf([], null, new Map())).toMatchObject({ outcome: 'complete' })
  expect(lossOf([commit(1)], null, new Map())).toMatchObject({ outcome: 'unknown' })
  expect(lossOf([commit(1)], null, new Map([[1n, false]]))).toMatchObject({ outcome: 'lost', transactions: 1 })
})

test('what is beyond the end is lost, and what PostgreSQL did not commit; the rest is there', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 41 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
      (most, end, aborted) => {
        const commits = Array.from({ length: most }, (_, n) => commit(n + 1))
        const replayed = BigInt(end * 100 + 50)
        const kept = new Map(
          commits.filter(({ lsn }) => lsn <= replayed).map(({ xid }) => [xid, !aborted.includes(Number(xid))]),
        )
        const lost = commits.filter(({ xid, lsn }) => lsn > replayed || kept.get(xid) === false)
        const loss = lossOf(commits, replayed, kept)
        expect(loss.transactions).toBe(lost.length)
        expect(loss.outcome).toBe(lost.length > 0 ? 'lost' : 'complete')
        expect(loss.from?.getTime() ?? null).toBe(lost[0]?.at ?? null)
        if (lost.length > 0) expect(loss.until?.getTime()).toBe(most * 1_000)
        expect(secondsOf(loss)).toBe(lost.length > 0 ? Math.max(1, most - lost[0]!.at / 1_000) : 0)
      },
    ),
  )
})
