import { expect, test } from 'vitest'
import { openPictures } from './cache.ts'

/** Loads by hand: each key waits for `arrive` or `fail`. */
function byHand(atOnce: number) {
  const asked: string[] = []
  const released: string[] = []
  const given: string[] = []
  const ends = new Map<string, { arrive: () => void; fail: (why: string) => void }>()
  const pictures = openPictures((key, signal) => {
    asked.push(key)
    signal.addEventListener('abort', () => given.push(key))
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
  return { pictures, asked, released, given, end }
}

test('loads a few at a time, the nearest first', async () => {
  const { pictures, asked, end } = byHand(2)
  pictures.want(['a', 'b', 'c', 'd'])
  expect(asked).toEqual(['a', 'b'])
  await end('b', 'arrive')
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(pictures.of('b')).toEqual({ state: 'ready', url: 'blob:b' })
  expect(pictures.of('a')).toEqual({ state: 'waiting' })
  pictures.want(['a', 'b', 'c', 'x', 'd'])
  await end('a', 'arrive')
  expect(asked.at(-1)).toBe('x')
})

test('releases pictures that are no longer needed, and aborts their loading', async () => {
  const { pictures, asked, released, given, end } = byHand(2)
  pictures.want(['a', 'b', 'c'])
  await end('a', 'arrive')
  pictures.want(['c'])
  expect(released).toEqual(['a'])
  expect(given).toEqual(['b'])
  await end('b', 'arrive')
  expect(released).toEqual(['a', 'b'])
  expect(asked).toEqual(['a', 'b', 'c'])
  await end('c', 'arrive')
  expect(pictures.of('c').state).toBe('ready')
})

test('loads nothing twice, except failed pictures on retry', async () => {
  const { pictures, asked, end } = byHand(1)
  pictures.want(['a'])
  await end('a', 'fail', 'gone')
  pictures.want(['a'])
  expect(asked).toEqual(['a'])
  expect(pictures.of('a')).toEqual({ state: 'failed', why: 'gone' })
  pictures.retry('a')
  await end('a', 'arrive')
  expect(asked).toEqual(['a', 'a'])
  expect(pictures.of('a').state).toBe('ready')
  pictures.retry('a')
  expect(asked).toEqual(['a', 'a'])
})

test('notifies when a picture has loaded', async () => {
  const { pictures, end } = byHand(1)
  let told = 0
  const leave = pictures.subscribe(() => told++)
  pictures.want(['a', 'b'])
  await end('a', 'arrive')
  expect(told).toBe(1)
  leave()
  await end('b', 'arrive')
  expect(told).toBe(1)
})

test('distant pictures load one by one, near ones at once', async () => {
  const { pictures, asked, end } = byHand(4)
  pictures.want(['a', 'b', 'c', 'd', 'e', 'f'], 1)
  expect(asked).toEqual(['a'])
  await end('a', 'arrive')
  expect(asked).toEqual(['a', 'b'])
  pictures.want(['c', 'd', 'e', 'f', 'g'], 3)
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e'])
})
