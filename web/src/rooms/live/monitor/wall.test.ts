import type { MonitorNews } from '@greenroom/contract/push'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tile } from './tile.fixture.ts'
import {
  emptyWall,
  keyOf,
  mustRead,
  type Tile,
  waiting,
  withAllShown,
  withEnded,
  withHeld,
  withLook,
  withNews,
  withoutEnded,
  withRead,
  withTile,
} from './wall.ts'

const page = (...ids: string[]) => ({ tiles: ids.map((id) => tile(id)), total: ids.length, all: false })
const news = (of: Partial<MonitorNews>): MonitorNews => ({ began: [], changed: [], ended: [], ...of })
const key = (id: string) => ({ kind: 'live' as const, id })
const shown = (wall: { placed: readonly { tile: Tile; ended: boolean }[] }) =>
  wall.placed.map((one) => one.tile.id + (one.ended ? ' (ended)' : '')).join(' ')

const wallOf = (...ids: string[]) => withRead(emptyWall(4), page(...ids), [])

test('follows the server’s order while tiles may move', () => {
  expect(shown(withRead(wallOf('a', 'b', 'c', 'd'), page('c', 'x', 'a', 'b'), []))).toBe('c x a b')
})

test('nothing moves while held; free places are filled, the rest is pending', () => {
  const held = withHeld(wallOf('a', 'b', 'c'), true)
  const one = withRead(held, page('x', 'a', 'b', 'c'), [])
  expect(shown(one)).toBe('a b c x')
  expect(waiting(one)).toBe(1)
  const two = withRead(one, page('y', 'x', 'c', 'a'), [])
  expect(shown(two)).toBe('a b c x')
  expect(waiting(two)).toBe(3)
  expect(shown(withHeld(two, false))).toBe('y x c a')
  expect(shown(withAllShown(two))).toBe('y x c a')
  expect(waiting(withAllShown(two))).toBe(0)
})

test('held tiles are still updated', () => {
  const held = withHeld(wallOf('a', 'b'), true)
  const next = withNews(held, news({ changed: [{ ...key('b'), viewers: 9, riskScore: 0.9 }] }))
  expect(next.placed[1]?.tile).toMatchObject({ viewers: 9, riskScore: 0.9 })
  const read = withRead(next, { tiles: [tile('b', { viewers: 10 }), tile('a')], total: 2, all: false }, [])
  expect(shown(read)).toBe('a b')
  expect(read.placed[1]?.tile.viewers).toBe(10)
})

test('ended tiles turn grey in place, and are removed when tiles may move', () => {
  const ended = withNews(wallOf('a', 'b', 'c'), news({ ended: [key('b')] }))
  expect(shown(ended)).toBe('a b (ended) c')
  expect(ended.total).toBe(2)
  const read = withRead(ended, page('c', 'a', 'd'), [])
  expect(shown(read)).toBe('c b (ended) a d')
  expect(shown(withoutEnded(withHeld(read, true)))).toBe('c b (ended) a d')
  expect(shown(withoutEnded(read))).toBe('c a d')
})

test('a tile ended by staff is grey at once, and counted once', () => {
  const once = withEnded(wallOf('a', 'b'), key('a'))
  expect(shown(once)).toBe('a (ended) b')
  expect(withEnded(once, key('a')).total).toBe(1)
  expect(withEnded(once, key('elsewhere'))).toBe(once)
})

test('news received during a reload is newer than the page', () => {
  const updates = [news({ changed: [{ ...key('a'), viewers: 7 }] }), news({ ended: [key('b')] })]
  const wall = withRead(emptyWall(4), page('a', 'b', 'c'), updates)
  expect(shown(wall)).toBe('a c')
  expect(wall.placed[0]?.tile.viewers).toBe(7)
})

test('if all running tiles are known, missing ones have ended', () => {
  const held = withHeld(wallOf('a', 'b'), true)
  expect(shown(withRead(held, { ...page('b'), all: true }, []))).toBe('a (ended) b')
  expect(shown(withRead(held, page('b'), []))).toBe('a b')
})

test('updates one tile from the server', () => {
  expect(withTile(wallOf('a', 'b'), tile('b', { warnings: 1 })).placed[1]?.tile.warnings).toBe(1)
})

test('reloads only for changes that may affect the page', () => {
  const full = withRead(
    emptyWall(2),
    { tiles: [tile('a', { riskScore: 0.9 }), tile('b', { riskScore: 0.5 })], total: 9, all: false },
    [],
  )
  const began = (riskScore: number) => {
    const { viewers, labels, snapshotUrl, snapshotAt, warnings, warnedAt, reportCount, startedAt } = tile('n')
    const fields = { viewers, labels, snapshotUrl, snapshotAt, warnings, warnedAt, reportCount, startedAt }
    return news({ began: [{ ...key('n'), ...fields, riskScore }] })
  }
  const first = (one: MonitorNews) => mustRead(full, one, true)
  expect(first(began(0.1))).toBe(false)
  expect(first(began(0.6))).toBe(true)
  expect(first(news({ changed: [{ ...key('far'), viewers: 3 }] }))).toBe(false)
  expect(first(news({ changed: [{ ...key('far'), riskScore: 0.2 }] }))).toBe(false)
  expect(first(news({ changed: [{ ...key('far'), riskScore: 0.7 }] }))).toBe(true)
  expect(first(news({ changed: [{ ...key('a'), viewers: 3 }] }))).toBe(false)
  expect(first(news({ changed: [{ ...key('a'), riskScore: 0.8 }] }))).toBe(true)
  expect(first(news({ ended: [key('far')] }))).toBe(false)
  expect(first(news({ ended: [key('b')] }))).toBe(true)
  expect(mustRead(full, news({ ended: [key('far')] }), false)).toBe(true)
  expect(mustRead(wallOf('a'), began(0), true)).toBe(true)
})

test('a tile is identified by kind and id', () => {
  expect(keyOf({ kind: 'call', id: 'x' })).not.toBe(keyOf({ kind: 'live', id: 'x' }))
})

test('while held, a room that ended leaves its large place to the first running small one, and all others stay', () => {
  const six = withRead(emptyWall(6), page('a', 'b', 'c', 'd', 'e', 'f'), [])
  const held = withLook(withHeld(six, true), { front: 3, current: undefined })
  const one = withNews(held, news({ ended: [key('b')] }))
  expect(shown(one)).toBe('a d c b (ended) e f')
  expect(shown(withNews(one, news({ ended: [key('e')] })))).toBe('a d c b (ended) e (ended) f')
  // The one that is looked at stays until another is.
  const looking = withNews(withLook(held, { front: 3, current: keyOf(key('b')) }), news({ ended: [key('b')] }))
  expect(shown(looking)).toBe('a b (ended) c d e f')
  expect(shown(withLook(looking, { front: 3, current: keyOf(key('d')) }))).toBe('a e c d b (ended) f')
})

test('whatever ends while held, no running room waits behind an ended one in a large place, and the current one never moves', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const some = fc.subarray(ids)
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 4 }),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(...ids),
      (ends, front, on) => {
        const current = keyOf(key(on))
        let wall = withLook(withHeld(withRead(emptyWall(8), page(...ids), []), true), { front, current })
        for (const ended of ends) wall = withNews(wall, news({ ended: ended.map(key) }))
        expect(wall.placed.map(({ tile }) => tile.id).toSorted()).toEqual(ids)
        expect(wall.placed[ids.indexOf(on)]!.tile.id).toBe(on)
        const others = wall.placed.map((one, at) => ({ ...one, at })).filter(({ tile }) => tile.id !== on)
        const endedInFront = others.some(({ ended, at }) => ended && at < front)
        expect(endedInFront && others.some(({ ended, at }) => !ended && at >= front)).toBe(false)
      },
    ),
  )
})
