import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openHub } from './hub.ts'
import { defineTopic } from './push.topic.ts'

/** A topic over a number that the test changes; its news is the number. */
function counting() {
  const state = { now: 0, reads: 0, broken: false }
  const topic = defineTopic(
    'monitor',
    async () => {
      state.reads++
      if (state.broken) throw new Error('out of reach')
      return state.now
    },
    (before, after) => (before === after ? null : ({ ended: [{ kind: 'live', id: String(after) }] } as never)),
  )
  return { state, topic }
}

const idsOf = (news: string | null) => news && (JSON.parse(news) as { ended: { id: string }[] }).ended[0]!.id
const times = { pollMs: 5, lingerMs: 50 }

// The hub's own clock: an hour passes at once.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const until = async (holds: () => boolean) => {
  for (let polls = 0; !holds(); polls++) {
    if (polls > 1_000) throw new Error('it does not happen')
    await pass(times.pollMs)
  }
}

test('nothing is polled without listeners, and polling stops soon after the last one left', async () => {
  const { state, topic } = counting()
  const hub = openHub(topic, times, () => {})
  await pass(3_600_000)
  expect(state.reads).toBe(0)
  const received: string[] = []
  const leave = hub.listen((id) => void received.push(id), undefined)
  await until(() => state.reads > 2)
  leave()
  await pass(times.lingerMs + 2 * times.pollMs)
  const { reads } = state
  await pass(3_600_000)
  expect(state.reads).toBe(reads)
  expect(received).toHaveLength(1)
  hub.close()
})

test('one poll serves all listeners, and each gets every change in order', async () => {
  const { state, topic } = counting()
  const hub = openHub(topic, times, () => {})
  const received: (string | null)[][] = [[], [], []]
  for (const own of received) hub.listen((_, news) => void own.push(idsOf(news)), undefined)
  await until(() => received.every((own) => own.length === 1))
  for (const next of [1, 2, 3]) {
    state.now = next
    await until(() => received.every((own) => own.at(-1) === String(next)))
  }
  for (const own of received) expect(own).toEqual([null, '1', '2', '3'])
  hub.close()
})

test('a returning listener gets what was missed; after too long it gets a reset', async () => {
  const { state, topic } = counting()
  const hub = openHub(topic, times, () => {})
  const ids: string[] = []
  hub.listen((id) => void ids.push(id), undefined)
  await until(() => ids.length === 1)
  for (let next = 1; next <= 70; next++) {
    state.now = next
    await until(() => ids.length === next + 1)
  }
  const cameBack = (lastId: string | undefined) => {
    const received: (string | null)[] = []
    hub.listen((_, news) => void received.push(idsOf(news)), lastId)()
    return received
  }
  expect(cameBack(ids[68])).toEqual(['69', '70'])
  expect(cameBack(ids[70])).toEqual([])
  for (const unknown of [ids[2], undefined, 'other.3', `${ids[0]!.split('.')[0]}.71`, `${ids[0]!.split('.')[0]}.x`])
    expect(cameBack(unknown)).toEqual([null])
  hub.close()
})

test('a failed poll delays the news, and is reported once', async () => {
  const { state, topic } = counting()
  const failures: unknown[] = []
  const hub = openHub(topic, times, (error) => void failures.push(error))
  const received: (string | null)[] = []
  hub.listen((_, news) => void received.push(idsOf(news)), undefined)
  await until(() => received.length === 1)
  state.broken = true
  state.now = 1
  const { reads } = state
  await until(() => state.reads > reads + 3)
  state.broken = false
  await until(() => received.length === 2)
  expect(received).toEqual([null, '1'])
  expect(failures).toHaveLength(1)
  hub.close()
})

test('a hub that starts again doesn’t know earlier ids', async () => {
  const { state, topic } = counting()
  const hub = openHub(topic, { pollMs: 2, lingerMs: 4 }, () => {})
  let id = ''
  const leave = hub.listen((now) => void (id = now), undefined)
  await until(() => id !== '')
  leave()
  await pass(100)
  state.now = 7
  const received: (string | null)[] = []
  hub.listen((_, news) => void received.push(idsOf(news)), id)
  await until(() => received.length > 0)
  expect(received).toEqual([null])
  hub.close()
})
