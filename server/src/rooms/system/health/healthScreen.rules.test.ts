import { expect, it } from 'vitest'
import { daysLeftOf, growthOf, isBehind, sizeIn } from './healthScreen.rules.ts'

it('a reader is behind once it lags by more transactions than one that finds nothing new', () => {
  expect([0, 20_000, 20_001].map((lag) => isBehind({ lag }))).toEqual([false, false, true])
})

it('a table grows by what it grew between the first and the last day that are known', () => {
  const sizes = [
    { name: 'a', day: 3, bytes: 160 },
    { name: 'a', day: 1, bytes: 100 },
    { name: 'b', day: 3, bytes: 5 },
  ]
  expect([...growthOf(sizes)]).toEqual([['a', 30]])
})

it('the disk is full once what is free has grown over; never if nothing grows, unknown without figures', () => {
  expect(daysLeftOf(100, 30)).toBe(3)
  expect([daysLeftOf(100, 0), daysLeftOf(100, -1), daysLeftOf(undefined, 30), daysLeftOf(100, undefined)]).toEqual(
    Array.from({ length: 4 }, () => null),
  )
})

it('a size is forecast from the growth of a day, and is never below nothing', () => {
  expect([sizeIn(30, 100, 2.5), sizeIn(365, 100, 0), sizeIn(90, 100, -5), sizeIn(30, 100, undefined)]).toEqual([
    175,
    100,
    0,
    null,
  ])
})
