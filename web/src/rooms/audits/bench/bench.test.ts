// The workbench against a small queue with the server's rules, over a connection that fails at random.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bench, openBench } from './bench.ts'
import type { Calls } from './benchCalls.ts'
import { review } from './queueDesk.fixture.ts'
import type { Verdict } from './queueDesk.ts'
import { idsOf } from './queueDesk.ts'

class Broken extends Error {}

/** A queue of `size` items for one reviewer; `breaks` decides for every call whether it or its answer is lost. */
function smallQueue(
  size: number,
  breaks: (call: number) => 'no' | 'call' | 'answer' = () => 'no',
  isSpam: (number: number) => boolean = () => false,
) {
  const spam = Array.from({ length: size }, (_, at) => at + 1).filter(isSpam).length
  const waiting = Array.from({ length: size }, (_, at) => review(at + 1, { alike: isSpam(at + 1) ? spam - 1 : 0 }))
  const decided = new Map<string, string>()
  const history: string[] = []
  const skipped = new Set<string>()
  let held: string[] = []
  let calls = 0
  const passed = async <T>(what: () => T): Promise<T> => {
    await Promise.resolve()
    const failing = breaks(++calls)
    if (failing === 'call') throw new Broken()
    const answer = what()
    if (failing === 'answer') throw new Broken()
    return answer
  }
  const decide = (ids: readonly string[], verdict: Verdict) =>
    ids.flatMap((id) => {
      if (decided.get(id) === verdict.decision) return []
      if (decided.has(id) || !held.includes(id)) return [{ id, code: 20000, message: 'lost' }]
      held = held.filter((one) => one !== id)
      decided.set(id, verdict.decision)
      history.push(`${id} ${verdict.decision}`)
      return []
    })
  const open: Calls = {
    claim: ({ size: options }) =>
      passed(() => {
        const free = idsOf(waiting).filter((id) => !decided.has(id) && !held.includes(id) && !skipped.has(id))
        held = [...held, ...free.slice(0, Math.max(0, options - held.length))]
        const mine = waiting.filter(({ reviewId }) => held.includes(reviewId)).slice(0, options)
        return { reviews: mine, more: free.filter((id) => !held.includes(id)).length }
      }),
    decide: (ids, verdict) => passed(() => ({ undoUntil: 30_000, refused: decide(ids, verdict) })),
    gather: (id) =>
      passed(() => {
        const like = waiting.filter(
          ({ reviewId, alike }) => reviewId === id || (alike > 0 && !decided.has(reviewId) && !skipped.has(reviewId)),
        )
        held = [...new Set([...held, ...idsOf(like)])]
        return like.toSorted((one, other) => Number(other.reviewId === id) - Number(one.reviewId === id))
      }),
    undo: (ids) =>
      passed(() => {
        for (const id of ids) {
          if (decided.delete(id)) history.push(`${id} undone`)
          if (!held.includes(id)) held.push(id)
        }
        return { reviews: waiting.filter(({ reviewId }) => ids.includes(reviewId)), refused: [] }
      }),
    release: ({ ids, skip }) =>
      passed(() => {
        if (skip) for (const id of ids ?? []) skipped.add(id)
        held = ids ? held.filter((id) => !ids.includes(id)) : []
      }),
  }
  return { open, decided, history, held: () => held }
}

const benchOn = (queue: ReturnType<typeof smallQueue>): Bench =>
  openBench({
    calls: queue.open,
    now: () => 0,
    begin: (run) => run(),
    wait: () => Promise.resolve(),
    passing: (error) => error instanceof Broken,
    answered: () => {},
    lostText: () => 'gone',
  })

/** Waits until every key press has been answered. */
async function settled(bench: Bench): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) await Promise.resolve()
  expect(bench.read().unsent).toBe(0)
}

async function opened(queue: ReturnType<typeof smallQueue>): Promise<Bench> {
  const bench = benchOn(queue)
  bench.open({ sort: 'score' }, 4)
  await settled(bench)
  return bench
}

describe('a heap', () => {
  const opening = async (breaks?: Parameters<typeof smallQueue>[1]) => {
    const queue = smallQueue(100, breaks, (number) => number % 3 === 1)
    const bench = await opened(queue)
    bench.gather()
    await settled(bench)
    return { queue, bench, heap: bench.read().desk.heap! }
  }

  test('is decided by one key and undone by one, and what is left out goes back', async () => {
    const { queue, bench, heap } = await opening()
    expect(heap.ids).toHaveLength(34)
    expect(bench.read().desk.sheet).toEqual(heap.ids)
    const [first, second, ...others] = heap.ids
    bench.choose(heap.ids.filter((id) => id !== 'r97'))
    expect(bench.decide({ decision: 'failed', templateId: 5 })).toBe(33)
    await settled(bench)
    expect([...queue.decided.keys()].toSorted()).toEqual(heap.ids.filter((id) => id !== 'r97').toSorted())
    expect(queue.held()).not.toContain('r97')
    const { desk } = bench.read()
    expect(desk.heap).toBeUndefined()
    expect(desk.sheet).toHaveLength(4)
    expect(desk.cases.some(({ reviewId }) => heap.ids.includes(reviewId))).toBe(false)
    expect(bench.undo()).toBe(true)
    await settled(bench)
    expect(queue.decided.size).toBe(0)
    expect(bench.read().desk.heap?.ids).toEqual([first, second, ...others].filter((id) => id !== 'r97'))
    expect(bench.read().desk.chosen.size).toBe(33)
  })

  test('is put back by one key; what was on the desk before stays there', async () => {
    const { queue, bench, heap } = await opening()
    const before = idsOf(bench.read().desk.cases).filter((id) => !heap.fresh.has(id))
    bench.scatter()
    await settled(bench)
    expect(bench.read().desk.heap).toBeUndefined()
    expect(queue.held().filter((id) => heap.fresh.has(id))).toEqual([])
    for (const id of before) expect(queue.held()).toContain(id)
    expect(bench.read().desk.at).toBe('r1')
    bench.decide({ decision: 'passed' })
    await settled(bench)
    expect([...queue.decided]).toEqual([['r1', 'passed']])
  })

  test('is not opened for an item that was decided meanwhile, nor a second time', async () => {
    const queue = smallQueue(60, undefined, (number) => number % 3 === 1)
    const bench = await opened(queue)
    bench.gather()
    bench.gather()
    bench.decide({ decision: 'passed' })
    await settled(bench)
    const { desk } = bench.read()
    expect(desk.heap).toBeUndefined()
    expect(queue.held().toSorted()).toEqual(idsOf(desk.cases).toSorted())
    expect([...queue.decided.keys()]).toEqual(['r1'])
  })

  test('survives a lost answer, and an item alone gathers nothing', async () => {
    const { heap } = await opening((call) => (call === 2 ? 'answer' : 'no'))
    expect(heap.ids).toHaveLength(34)
    const alone = await opened(smallQueue(20))
    alone.gather()
    await settled(alone)
    expect(alone.read().desk.heap).toBeUndefined()
  })
})

describe('a queue', () => {
  test('is worked to its end, and items are claimed ahead', async () => {
    const queue = smallQueue(60)
    const bench = await opened(queue)
    for (let turn = 0; turn < 60; turn++) {
      expect(bench.read().desk.cases.length).toBeGreaterThan(0)
      bench.decide({ decision: 'passed' })
      if (turn % 7 === 0) await settled(bench)
      else for (let turns = 0; turns < 20; turns++) await Promise.resolve()
    }
    await settled(bench)
    expect(queue.decided.size).toBe(60)
    expect(bench.read().desk.cases).toEqual([])
  })

  test('the next screen is claimed before this one is done, whatever its size', async () => {
    for (const size of [2, 12, 40]) {
      const bench = benchOn(smallQueue(200))
      bench.open({ sort: 'score' }, size)
      await settled(bench)
      for (let screen = 0; screen < 3; screen++) {
        bench.choose(bench.read().desk.sheet)
        expect(bench.decide({ decision: 'passed' })).toBe(size)
        // Before anything is answered.
        expect(bench.read().desk.sheet).toHaveLength(size)
        expect(bench.read().desk.cases.length).toBeGreaterThanOrEqual(size)
        await settled(bench)
      }
    }
  })

  test('pending requests of the same kind are merged', async () => {
    const queue = smallQueue(10)
    const bench = await opened(queue)
    const sent: number[] = []
    const { decide } = queue.open
    queue.open.decide = (ids, verdict) => {
      sent.push(ids.length)
      return decide(ids, verdict)
    }
    for (let turn = 0; turn < 5; turn++) bench.decide({ decision: 'passed' })
    bench.decide({ decision: 'failed', templateId: 1 })
    expect(bench.read().unsent).toBe(6)
    await settled(bench)
    expect(sent).toEqual([1, 4, 1])
  })

  test('undoing an unsent decision sends nothing', async () => {
    const queue = smallQueue(5)
    const bench = await opened(queue)
    bench.decide({ decision: 'passed' })
    bench.decide({ decision: 'passed' })
    expect(bench.undo()).toBe(true)
    await settled(bench)
    expect(queue.history).toEqual(['r1 passed'])
    expect(bench.undo()).toBe(true)
    await settled(bench)
    expect(queue.history).toEqual(['r1 passed', 'r1 undone'])
    expect(bench.undo()).toBe(false)
    expect(idsOf(bench.read().desk.cases)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
  })

  test('releasing releases everything, and an earlier decision counts', async () => {
    const queue = smallQueue(9)
    const bench = await opened(queue)
    bench.decide({ decision: 'passed' })
    bench.release()
    await settled(bench)
    expect(queue.held()).toEqual([])
    expect(queue.history).toEqual(['r1 passed'])
    expect(bench.read().phase).toEqual({ name: 'paused', why: 'released' })
    bench.claim()
    await settled(bench)
    expect(bench.read().desk.at).toBe('r2')
  })

  test('a claim requested before a change of filters is not shown', async () => {
    const queue = smallQueue(9)
    const bench = benchOn(queue)
    bench.open({ sort: 'score' }, 4)
    bench.open({ sort: 'waiting' }, 4)
    await settled(bench)
    expect(bench.read().desk.cases.length).toBe(9)
    bench.close()
    await settled(bench)
    expect(queue.held()).toEqual([])
  })
})

test('over a bad connection nothing is lost or doubled, and the order is kept', async () => {
  const press = fc.constantFrom('pass', 'fail', 'undo', 'skip', 'pause')
  const failing = fc.constantFrom('no', 'no', 'no', 'call', 'answer')
  await fc.assert(
    fc.asyncProperty(fc.array(press, { maxLength: 40 }), fc.infiniteStream(failing), async (presses, failings) => {
      const queue = smallQueue(25, () => failings.next().value as 'no' | 'call' | 'answer')
      const bench = await opened(queue)
      const meant: string[] = []
      const stack: string[] = []
      for (const one of presses) {
        const { at: focus } = bench.read().desk
        if (one === 'pause') await settled(bench)
        else if (one === 'undo') {
          const last = stack.pop()
          expect(bench.undo()).toBe(last !== undefined)
          if (last) meant.splice(meant.indexOf(last), 1)
        } else if (one === 'skip') bench.skip()
        else if (focus !== undefined) {
          const decision = one === 'pass' ? 'passed' : 'failed'
          bench.decide({ decision })
          stack.push(`${focus} ${decision}`)
          meant.push(`${focus} ${decision}`)
        }
      }
      await settled(bench)
      expect([...queue.decided].map((pair) => pair.join(' ')).sort()).toEqual(meant.sort())
      expect(bench.read().desk.failures).toEqual([])
      // Decided, undone, decided: never twice without an undo in between.
      for (const id of new Set(queue.history.map((line) => line.split(' ')[0]))) {
        const mine = queue.history.filter((line) => line.startsWith(`${id} `))
        mine.forEach((line, at) => expect(line.endsWith('undone')).toBe(at % 2 === 1))
      }
    }),
    { numRuns: 150 },
  )
})
