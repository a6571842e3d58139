import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  blocksAtOnce,
  confirmationsOf,
  finalUpTo,
  isBehind,
  isFinal,
  judgeHeads,
  nextStep,
  sharedBlock,
} from './chainWatch.rules.ts'

const head = fc
  .record({ number: fc.nat(3_000), lag: fc.option(fc.nat(200), { nil: null }) })
  .map(({ number, lag }) => ({ number, finalized: lag === null ? null : Math.max(0, number - lag) }))

test('the block itself is the first confirmation', () => {
  expect([confirmationsOf(100, 100), confirmationsOf(119, 100), confirmationsOf(99, 100)]).toEqual([1, 20, 0])
})

test('a block is final with its confirmations and below the chain’s final block', () => {
  // 20 blocks of TRON; the chain considers 18 final.
  expect(isFinal({ number: 119, finalized: 101 }, 100, 20)).toBe(true)
  expect(isFinal({ number: 118, finalized: 101 }, 100, 20)).toBe(false)
  expect(isFinal({ number: 130, finalized: 99 }, 100, 20)).toBe(false)
  expect(isFinal({ number: 119, finalized: null }, 100, 20)).toBe(true)
  fc.assert(
    fc.property(head, fc.nat(3_000), fc.integer({ min: 1, max: 100 }), (at, block, needed) => {
      expect(isFinal(at, block, needed)).toBe(block <= finalUpTo(at, needed))
    }),
  )
})

test('steps read every block once and in order; ranges stay below the final block', () => {
  fc.assert(
    fc.property(head, fc.nat(3_000), fc.constantFrom(40, 200), (at, start, range) => {
      let mark = Math.min(start, at.number)
      const first = mark
      for (let steps = 0; ; steps++) {
        const step = nextStep({ number: mark, hash: '' }, at, range)
        if (step.kind === 'nothing') break
        expect(steps).toBeLessThan(200)
        expect(step.from).toBe(mark + 1)
        expect(step.to).toBeGreaterThanOrEqual(step.from)
        expect(step.to - step.from).toBeLessThan(step.kind === 'range' ? range : blocksAtOnce)
        if (step.kind === 'range') expect(step.to).toBeLessThanOrEqual(at.finalized ?? -1)
        mark = step.to
      }
      expect(mark).toBe(Math.max(first, at.number))
    }),
  )
})

test('a node is ahead only with blocks that continue the other’s; otherwise it is wrong', () => {
  const states = (heads: number[], known: number, shares: boolean) =>
    judgeHeads(heads, known, 20, shares).map(({ state }) => state)
  expect(states([100, 110], 100, true)).toEqual(['well', 'well'])
  expect(states([100, 400], 100, true)).toEqual(['behind', 'well'])
  expect(states([100, 400], 100, false)).toEqual(['well', 'wrong'])
  expect(states([400, 100], 100, false)).toEqual(['wrong', 'well'])
  // Both below what was read.
  expect(states([100, 101], 400, true)).toEqual(['behind', 'behind'])
  expect(states([100], 400, true)).toEqual(['behind'])
  expect(states([], 400, true)).toEqual([])
  expect([sharedBlock(100, 110, 20), sharedBlock(100, 400, 20), sharedBlock(400, 5, 20)]).toEqual([null, 80, 0])
})

test('a node is behind by more than the confirmations', () => {
  expect([isBehind(80, 100, 20), isBehind(79, 100, 20)]).toEqual([false, true])
})
