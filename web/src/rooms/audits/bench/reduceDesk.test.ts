import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reviews } from './queueDesk.fixture.ts'
import { chosenOf, claims, type Desk, emptyDesk, idsOf } from './queueDesk.ts'
import { type Change, reduce } from './reduceDesk.ts'

const passed = { decision: 'passed' } as const
const failed = { decision: 'failed', templateId: 1 } as const
const claim = (from: number, to: number, partial = true): Change => ({
  do: 'claimed',
  reviews: reviews(from, to),
  more: 9,
  partial,
  why: 'gone',
})
const decide = (step: number, ids: string[], verdict: typeof passed | typeof failed = passed): Change => ({
  do: 'decide',
  step,
  ids,
  verdict,
  undoUntil: 30_000,
})
const after = (size: number, ...changes: Change[]): Desk => changes.reduce(reduce, emptyDesk(size))
const held = (desk: Desk) => idsOf(claims.held(desk))

describe('deciding', () => {
  test('moves to the next item, and the tile keeps its place until the screen is done', () => {
    const desk = after(3, claim(1, 5), decide(1, ['r1']))
    expect(desk).toMatchObject({ at: 'r2', sheet: ['r1', 'r2', 'r3'] })
    expect(desk.marks.get('r1')?.what).toBe('passed')
    const turned = [decide(2, ['r2']), decide(3, ['r3'], failed)].reduce(reduce, desk)
    expect(turned).toMatchObject({ at: 'r4', sheet: ['r4', 'r5'] })
    expect(turned.marks.size).toBe(0)
  })

  test('after the last item comes the first undecided one', () => {
    const desk = after(3, claim(1, 3), { do: 'move', by: 1 }, { do: 'move', by: 1 }, decide(1, ['r3']))
    expect(desk.at).toBe('r1')
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
    expect(desk).toMatchObject({ at: 'r2', sheet: ['r1', 'r2', 'r3'], steps: [] })
    expect(held(desk)).toEqual(['r1', 'r2', 'r3', 'r4'])
  })

  test('works after the last item and after turning the screen', () => {
    const desk = after(2, claim(1, 2), decide(1, ['r1', 'r2']))
    expect(desk).toMatchObject({ cases: [], sheet: [], at: undefined })
    expect(reduce(desk, { do: 'undo', step: 1 })).toMatchObject({ at: 'r1', sheet: ['r1', 'r2'] })
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

test('a lost item stays current, undecidable, until the reviewer leaves it; nothing on the screen moves', () => {
  const lost = after(4, claim(1, 4), claim(3, 4, false))
  expect(lost).toMatchObject({ at: 'r1', sheet: ['r1', 'r2', 'r3', 'r4'] })
  expect([...lost.lost]).toEqual([
    ['r1', 'gone'],
    ['r2', 'gone'],
  ])
  expect(chosenOf(lost)).toEqual([])
  expect(reduce(lost, decide(1, ['r1', 'r2'])).steps).toEqual([])
  const left = reduce(lost, { do: 'leave' })
  expect(left).toMatchObject({ at: 'r3', sheet: ['r1', 'r2', 'r3', 'r4'] })
  expect(left.marks.get('r1')?.what).toBe('lost')
})

test('if all selected items are lost, keys decide none, not even the current one', () => {
  const lost = after(4, claim(1, 4), { do: 'choose', ids: ['r2', 'r3'] }, claim(1, 1, false))
  expect([lost.at, chosenOf(lost)]).toEqual(['r1', []])
  expect(chosenOf(reduce(lost, { do: 'choose', ids: [] })).map(({ reviewId }) => reviewId)).toEqual(['r1'])
})

test('items missing in a complete answer are held by another reviewer now', () => {
  expect(held(after(4, claim(1, 4), claim(3, 4, false)))).toEqual(['r3', 'r4'])
  expect(held(after(4, claim(1, 4), claim(3, 4)))).toEqual(['r1', 'r2', 'r3', 'r4'])
})

test('moving past the screen turns it, in both directions', () => {
  const step = (by: 1 | -1): Change => ({ do: 'move', by })
  const desk = after(2, claim(1, 5), step(1), step(1))
  expect(desk).toMatchObject({ at: 'r3', sheet: ['r3', 'r4'] })
  expect(reduce(desk, step(-1))).toMatchObject({ at: 'r2', sheet: ['r1', 'r2'] })
})

describe('any sequence of key presses', () => {
  const move = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('decide' as const), count: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), refuse: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        from: fc.integer({ min: 1, max: 4 }),
        to: fc.integer({ min: 1, max: 30 }),
        partial: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
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
          const before = desk
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
            expect(desk.at).toBe(ids[0])
            const refused = one.refuse ? [{ id: ids[0]!, code: 20000, message: '' }] : []
            desk = reduce(desk, { do: 'undone', step, reviews: [], refused })
            for (const { id } of refused) final.add(id)
            for (const id of ids) if (!final.has(id)) stands.delete(id)
          } else if (one.do === 'claim') {
            const handed = reviews(one.from, one.to).filter(({ reviewId }) => !final.has(reviewId))
            desk = reduce(desk, { do: 'claimed', reviews: handed, more: 9, partial: one.partial, why: 'gone' })
          } else if (one.do === 'move' || one.do === 'leave') desk = reduce(desk, one)
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
          expect(desk.at === undefined).toBe(desk.cases.length === 0)
          // Keys decide the current item if it is held, or nothing.
          for (const { reviewId } of chosenOf(desk)) expect(now).toContain(reviewId)
          // Only the reviewer moves on from the current item.
          if (one.do === 'claim' && before.at !== undefined) expect(desk.at).toBe(before.at)
          if (one.do === 'claim') expect(desk.sheet.slice(0, before.sheet.length)).toEqual(before.sheet)
          if (desk.at !== undefined) expect(desk.sheet).toContain(desk.at)
          for (const id of now) expect(stands.has(id)).toBe(false)
          for (const id of desk.sheet) expect(now.includes(id) || desk.marks.has(id) || desk.lost.has(id)).toBe(true)
          for (const id of desk.lost.keys()) expect(id === desk.at || desk.sheet.includes(id)).toBe(true)
          const steps = desk.steps.flatMap((step) => idsOf(step.reviews))
          expect(new Set(steps).size).toBe(steps.length)
        })
      }),
      { numRuns: 300 },
    )
  })
})
