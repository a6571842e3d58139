import { expect, test } from 'vitest'
import { openPictures } from './pictureCache.ts'

/** Loads by hand: each key waits for `arrive` or `fail`. */
function byHand(atOnce: number) {
  const requested: string[] = []
  const released: string[] = []
  const aborted: string[] = []
  const ends = new Map<string, { arrive: () => void; fail: (why: string) => void }>()
  const pictures = openPictures((key, signal) => {
    requested.push(key)
    signal.addEventListener('abort', () => aborted.push(key))
    return new Promise((resolve, reject) =>
      ends.set(key, {
        arrive: () => resolve({ url: `blob:${key}`, release: () => released.push(key) }),
        fail: (why) => reject(new Error(why)),
      }),
    )
  }, atOnce)
  const end = async (key: string, how: 'arrive' | 'fail', why = '') => {
    ends.get(key)?.[how](why)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { pictures, requested, released, aborted, end }
}

test('loads a few at a time, the nearest first', async () => {
  const { pictures, requested, end } = byHand(2)
  pictures.want(['a', 'b', 'c', 'd'])
  expect(requested).toEqual(['a', 'b'])
  await end('b', 'arrive')
  expect(requested).toEqual(['a', 'b', 'c'])
  expect(pictures.of('b')).toEqual({ state: 'ready', url: 'blob:b' })
  expect(pictures.of('a')).toEqual({ state: 'waiting' })
  pictures.want(['a', 'b', 'c', 'x', 'd'])
  await end('a', 'arrive')
  expect(requested.at(-1)).toBe('x')
})

test('releases pictures that are no longer needed, and aborts their loading', async () => {
  const { pictures, requested, released, aborted, end } = byHand(2)
  pictures.want(['a', 'b', 'c'])
  await end('a', 'arrive')
  pictures.want(['c'])
  expect(released).toEqual(['a'])
  expect(aborted).toEqual(['b'])
  await end('b', 'arrive')
  expect(released).toEqual(['a', 'b'])
  expect(requested).toEqual(['a', 'b', 'c'])
  await end('c', 'arrive')
  expect(pictures.of('c').state).toBe('ready')
})

test('loads nothing twice, except failed pictures on retry', async () => {
  const { pictures, requested, end } = byHand(1)
  pictures.want(['a'])
  await end('a', 'fail', 'gone')
  pictures.want(['a'])
  expect(requested).toEqual(['a'])
  expect(pictures.of('a')).toEqual({ state: 'failed', why: 'gone' })
  pictures.retry('a')
  await end('a', 'arrive')
  expect(requested).toEqual(['a', 'a'])
  expect(pictures.of('a').state).toBe('ready')
  pictures.retry('a')
  expect(requested).toEqual(['a', 'a'])
})

test('notifies when a picture has loaded', async () => {
  const { pictures, end } = byHand(1)
  let notified = 0
  const leave = pictures.subscribe(() => notified++)
  pictures.want(['a', 'b'])
  await end('a', 'arrive')
  expect(notified).toBe(1)
  leave()
  await end('b', 'arrive')
  expect(notified).toBe(1)
})

test('distant pictures load one by one, near ones at once', async () => {
  const { pictures, requested, end } = byHand(4)
  pictures.want(['a', 'b', 'c', 'd', 'e', 'f'], 1)
  expect(requested).toEqual(['a'])
  await end('a', 'arrive')
  expect(requested).toEqual(['a', 'b'])
  pictures.want(['c', 'd', 'e', 'f', 'g'], 3)
  expect(requested).toEqual(['a', 'b', 'c', 'd', 'e'])
})
