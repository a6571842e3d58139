import { expect, test } from 'vitest'
import { restAfter, resting } from './resting.ts'

const rest = { times: 9, leastMs: 5_000, mostMs: 45_000 }

/** A round whose turns take as long as asked, on a clock of its own. */
function aRound() {
  let now = 1_000_000
  let turns = 0
  const clock = { now: () => new Date(now), refresh: async () => {}, close: () => {} }
  const { run, nextDue } = resting(clock, rest, async (tookMs: number, isDone = true) => {
    turns++
    now += tookMs
    return isDone
  })
  return { run, nextDue, now: () => now, pass: (ms: number) => void (now += ms), turns: () => turns }
}

test.each([
  [10, 5_000],
  [1_000, 9_000],
  [60_000, 45_000],
])('after %i ms of work it rests %i ms', (took, pause) => {
  expect(restAfter(took, rest)).toBe(pause)
})

test('a turn within the pause does nothing, and the first one after it works', async () => {
  const { run, pass, turns } = aRound()
  await run(1_000)
  pass(8_999)
  await run(1_000)
  expect(turns()).toBe(1)
  pass(1)
  await run(1_000)
  expect(turns()).toBe(2)
})

test('a turn that fell into a pause is due at its end, and after a turn that worked nothing is', async () => {
  const { run, nextDue, now, pass } = aRound()
  await run(1_000)
  expect(await nextDue()).toBe(null)
  const ended = now()
  pass(100)
  await run(1_000)
  expect(await nextDue()).toEqual(new Date(ended + 9_000))
  pass(8_900)
  await run(1_000)
  expect(await nextDue()).toBe(null)
})

test('work that asks for no pause is continued at once', async () => {
  const { run, turns } = aRound()
  await run(1_000, false)
  await run(1_000)
  expect(turns()).toBe(2)
})

test('a clock that is set back does not lengthen the pause', async () => {
  const { run, pass, turns } = aRound()
  await run(1_000)
  pass(-86_400_000)
  await run(1_000)
  expect(turns()).toBe(2)
})
