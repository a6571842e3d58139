import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reviews } from './desk.fixture.ts'
import { type Desk, emptyDesk, idsOf } from './desk.ts'
import { type Change, reduce } from './reduce.ts'

const passed = { decision: 'passed' } as const
const failed = { decision: 'failed', templateId: 1 } as const
const claim = (from: number, to: number, last = false): Change => ({
  do: 'claimed',
  reviews: reviews(from, to),
  more: 9,
  last,
})
const decide = (step: number, ids: string[], verdict: typeof passed | typeof failed = passed): Change => ({
  do: 'decide',
  step,
  ids,
  verdict,
  undoUntil: 30_000,
})
const after = (size: number, ...changes: Change[]): Desk => changes.reduce(reduce, emptyDesk(size))
const held = (desk: Desk) => idsOf(desk.items)

describe('deciding', () => {
  test('moves to the next item, and the tile keeps its place until the screen is done', () => {
    const desk = after(3, claim(1, 5), decide(1, ['r1']))
    expect(desk).toMatchObject({ focus: 'r2', sheet: ['r1', 'r2', 'r3'] })
    expect(desk.marks.get('r1')?.what).toBe('passed')
    const turned = [decide(2, ['r2']), decide(3, ['r3'], failed)].reduce(reduce, desk)
    expect(turned).toMatchObject({ focus: 'r4', sheet: ['r4', 'r5'] })
    expect(turned.marks.size).toBe(0)
  })

  test('after the last item comes the first undecided one', () => {
    const desk = after(3, claim(1, 3), { do: 'move', by: 1 }, { do: 'move', by: 1 }, decide(1, ['r3']))
    expect(desk.focus).toBe('r1')
  })

  test('a late claim does not bring decided items back', () => {
    expect(held(after(3, claim(1, 3), decide(1, ['r1', 'r2']), claim(1, 4)))).toEqual(['r3', 'r4'])
  })

  test('twice is once', () => {
    const desk = after(3, claim(1, 3), decide(1, ['r1']), decide(2, ['r1'], failed))
    expect(desk.steps).toHaveLength(1)
  })
})

describe('undoing', () => {
  test('restores an item at its place', () => {
    const desk = after(3, claim(1, 4), decide(1, ['r2']), { do: 'undo', step: 1 })
    expect(desk).toMatchObject({ focus: 'r2', sheet: ['r1', 'r2', 'r3'], steps: [] })
    expect(held(desk)).toEqual(['r1', 'r2', 'r3', 'r4'])
  })

  test('works after the last item and after turning the screen', () => {
    const desk = after(2, claim(1, 2), decide(1, ['r1', 'r2']))
    expect(desk).toMatchObject({ items: [], sheet: [], focus: undefined })
    expect(reduce(desk, { do: 'undo', step: 1 })).toMatchObject({ focus: 'r1', sheet: ['r1', 'r2'] })
  })

  test('an item that can no longer be undone is removed again, with a notice', () => {
    const before = after(2, claim(1, 2), decide(1, ['r1']))
    const [step] = before.steps
    const desk = [
      { do: 'undo', step: 1 } as const,
      { do: 'undone', step: step!, reviews: [], refused: [{ id: 'r1', code: 20000, message: 'too late' }] } as const,
    ].reduce<Desk>(reduce, before)
    expect(held(desk)).toEqual(['r2'])
    expect(desk.failures).toMatchObject([{ meant: 'undo', message: 'too late' }])
    expect(desk.marks.get('r1')?.what).toBe('passed')
  })

  test('ends with the undo period, once the server has answered', () => {
    const desk = after(2, claim(1, 2), decide(1, ['r1']), { do: 'settle', now: 99_000 })
    expect(desk.steps).toHaveLength(1)
    const answered = [
      { do: 'answered', step: 1, undoUntil: 40_000, refused: [] } as const,
      { do: 'settle', now: 40_001 } as const,
    ]
    expect(answered.reduce<Desk>(reduce, desk).steps).toEqual([])
  })
})

describe('a refusal', () => {
  const refused = (code: number): Change => ({
    do: 'answered',
    step: 1,
    undoUntil: undefined,
    refused: [{ id: 'r1', code, message: 'why' }],
  })
  test('of a lost claim is shown, and the item is not offered again', () => {
    const desk = after(2, claim(1, 2), decide(1, ['r1']), refused(20000))
    expect(held(desk)).toEqual(['r2'])
    expect(desk.marks.get('r1')?.what).toBe('lost')
    expect(desk.failures).toMatchObject([{ meant: 'passed', code: 20000, message: 'why' }])
    expect(desk.steps).toEqual([])
  })
  test('for another reason returns the item to be decided', () => {
    const desk = after(2, claim(1, 2), decide(1, ['r1']), refused(11004))
    expect(held(desk)).toEqual(['r1', 'r2'])
    expect(desk.marks.size).toBe(0)
  })
})

test('items missing in a complete answer are held by another reviewer now', () => {
  expect(held(after(4, claim(1, 4), claim(3, 4, true)))).toEqual(['r3', 'r4'])
  expect(held(after(4, claim(1, 4), claim(3, 4)))).toEqual(['r1', 'r2', 'r3', 'r4'])
})

test('moving past the screen turns it, in both directions', () => {
  const step = (by: 1 | -1): Change => ({ do: 'move', by })
  const desk = after(2, claim(1, 5), step(1), step(1))
  expect(desk).toMatchObject({ focus: 'r3', sheet: ['r3', 'r4'] })
  expect(reduce(desk, step(-1))).toMatchObject({ focus: 'r2', sheet: ['r1', 'r2'] })
})

describe('any sequence of key presses', () => {
  const move = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('decide' as const), count: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), refuse: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('claim' as const), to: fc.integer({ min: 1, max: 30 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('move' as const), by: fc.constantFrom(1 as const, -1 as const) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('skip' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('resize' as const), size: fc.integer({ min: 2, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), code: fc.constantFrom(20000, 11004) }) },
  )

  test('keeps each item in one place, in the queue’s order, and decides it once', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let desk = reduce(emptyDesk(4), claim(1, 6))
        /** Current decisions. */
        const stands = new Map<string, number>()
        /** Final decisions of the server: no claim returns them. */
        const final = new Set<string>()
        moves.forEach((one, number) => {
          const known = held(desk)
          if (one.do === 'decide') {
            const ids = known.slice(0, one.count)
            for (const id of ids) {
              expect(stands.has(id)).toBe(false)
              stands.set(id, number)
            }
            desk = reduce(desk, decide(number, ids))
          } else if (one.do === 'undo') {
            const step = desk.steps.at(-1)
            if (!step) return
            const ids = idsOf(step.reviews)
            desk = reduce(desk, { do: 'undo', step: step.id })
            expect(held(desk)).toEqual(expect.arrayContaining(ids))
            expect(desk.focus).toBe(ids[0])
            const refused = one.refuse ? [{ id: ids[0]!, code: 20000, message: '' }] : []
            desk = reduce(desk, { do: 'undone', step, reviews: [], refused })
            for (const { id } of refused) final.add(id)
            for (const id of ids) if (!final.has(id)) stands.delete(id)
          } else if (one.do === 'claim') {
            const handed = reviews(1, one.to).filter(({ reviewId }) => !final.has(reviewId))
            desk = reduce(desk, { do: 'claimed', reviews: handed, more: 9, last: false })
          } else if (one.do === 'move') desk = reduce(desk, one)
          else if (one.do === 'resize') desk = reduce(desk, one)
          else if (one.do === 'skip') {
            const [first] = known
            if (!first) return
            desk = reduce(desk, { do: 'skip', ids: [first] })
            stands.set(first, number)
          } else {
            const step = desk.steps.at(-1)
            const [first] = step?.reviews ?? []
            if (!step || !first) return
            const refused = [{ id: first.reviewId, code: one.code, message: '' }]
            desk = reduce(desk, { do: 'answered', step: step.id, undoUntil: undefined, refused })
            if (one.code !== 20000) stands.delete(first.reviewId)
          }
          const now = held(desk)
          const numbers = now.map((id) => Number(id.slice(1)))
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
          expect(new Set(desk.sheet).size).toBe(desk.sheet.length)
          expect(desk.focus === undefined).toBe(now.length === 0)
          if (desk.focus !== undefined) expect(desk.sheet).toContain(desk.focus)
          for (const id of now) expect(stands.has(id)).toBe(false)
          for (const id of desk.sheet) expect(now.includes(id) || desk.marks.has(id)).toBe(true)
          const steps = desk.steps.flatMap((step) => idsOf(step.reviews))
          expect(new Set(steps).size).toBe(steps.length)
        })
      }),
      { numRuns: 300 },
    )
  })
})
