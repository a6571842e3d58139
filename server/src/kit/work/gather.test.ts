import { expect, it } from 'vitest'
import { type Gathering, gather } from './gather.ts'

/** Batches that end when the test says so. */
function started(options: Partial<Gathering<number, string>> = {}) {
  const works: { asks: number[]; end(): void; fail(error: Error): void }[] = []
  const ask = gather<number, string>({
    atOnce: 1,
    most: 10,
    sizeOf: () => 1,
    isSystemic: () => false,
    work: (asks) =>
      new Promise((resolve, reject) => {
        works.push({ asks, end: () => resolve(asks.map((one) => `done ${one}`)), fail: reject })
      }),
    ...options,
  })
  return { works, ask }
}
/** Waits until all resulting callbacks have run. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it('starts the first request at once, and batches those that arrive meanwhile, in order', async () => {
  const { works, ask } = started()
  const answers = [1, 2, 3].map((one) => ask(one))
  expect(works.map(({ asks }) => asks)).toEqual([[1]])
  works[0]!.end()
  await settle()
  answers.push(ask(4))
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2, 3]])
  works[1]!.end()
  await settle()
  works[2]!.end()
  expect(await Promise.all(answers)).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
  expect(works[2]!.asks).toEqual([4])
  await settle()
  // A later one starts at once again.
  const later = ask(5)
  works[3]!.end()
  expect(await later).toBe('done 5')
})

it('batches a caller’s next request with those already waiting', async () => {
  const { works, ask } = started()
  const twice = ask(1).then(() => ask(11))
  const other = ask(2)
  works[0]!.end()
  await settle()
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2, 11]])
  works[1]!.end()
  expect(await Promise.all([twice, other])).toEqual(['done 11', 'done 2'])
})

it('answers nobody before their batch has ended', async () => {
  const { works, ask } = started()
  const answered: string[] = []
  for (const one of [1, 2]) void ask(one).then((answer) => answered.push(answer))
  await settle()
  expect(answered).toEqual([])
  works[0]!.end()
  await settle()
  expect(answered).toEqual(['done 1'])
})

it('limits concurrent batches and their size', async () => {
  const { works, ask } = started({ atOnce: 2, most: 5, sizeOf: (one) => one })
  const answers = [1, 2, 3, 2, 1, 9, 1].map((one) => ask(one))
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2]])
  for (let work = 0; work < 5; work++) {
    works[work]!.end()
    await settle()
  }
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2], [3, 2], [1], [9], [1]].slice(0, works.length))
  for (const work of works) work.end()
  await settle()
  for (const work of works) work.end()
  expect(await Promise.all(answers)).toHaveLength(7)
})

it('reports a failure only to the request that caused it', async () => {
  const { works, ask } = started({
    work: async (asks) => {
      works.push({ asks, end: () => {}, fail: () => {} })
      if (asks.includes(3)) throw new Error('three')
      return asks.map((one) => `done ${one}`)
    },
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map((one) => ask(one)))
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'done 1',
    'done 2',
    'Error: three',
    'done 4',
  ])
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2, 3, 4], [2], [3, 4], [3], [4]])
})

it('retries nothing after a systemic failure', async () => {
  const { works, ask } = started({ isSystemic: () => true })
  const answers = Promise.allSettled([1, 2, 3].map((one) => ask(one)))
  works[0]!.end()
  await settle()
  works[1]!.fail(new Error('no database'))
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(works).toHaveLength(2)
})

it('treats too few answers as a failure', async () => {
  const { ask } = started({ work: async () => [] })
  await expect(ask(1)).rejects.toThrow('0 answers to 1 requests')
})

it('keeps requests with the same key apart, and in order', async () => {
  const { works, ask } = started({ keyOf: (one) => one % 10 })
  const answers = [1, 2, 3, 12, 4, 22].map((one) => ask(one))
  for (let work = 0; work < 4; work++) {
    works[work]!.end()
    await settle()
  }
  expect(works.map(({ asks }) => asks)).toEqual([[1], [2, 3], [12, 4], [22]])
  expect(await Promise.all(answers)).toHaveLength(6)
})
