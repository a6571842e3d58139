// What stands where on the wall. Pure: reads and news come in, a person's pointer or focus holds everything in place, and
// what it held back is shown when it leaves.
import type { Answer } from '@greenroom/contract/call'
import type { liveMonitor } from '@greenroom/contract/live'
import type { MonitorKey, MonitorNews } from '@greenroom/contract/push'

export type Tile = Answer<typeof liveMonitor>['tiles'][number]
/** A tile in its place; one that has ended stays grey in it for a while. */
export type Placed = { tile: Tile; ended: boolean }

export type Wall = {
  /** How many tiles fit. */
  size: number
  /** The page as the server orders it, with what was told since. */
  fresh: readonly Tile[]
  placed: readonly Placed[]
  /** Somebody points at it or is in it: nothing moves. */
  held: boolean
  /** Running in all, by the filters; undefined before the first answer. */
  total: number | undefined
}

export const emptyWall = (size: number): Wall => ({ size, fresh: [], placed: [], held: false, total: undefined })

export const keyOf = ({ kind, id }: MonitorKey): string => `${kind} ${id}`

const keysOf = (tiles: readonly MonitorKey[]) => new Set(tiles.map(keyOf))

/** The place of each in the order, where nothing holds it. Those that have ended keep theirs. */
function arranged(wall: Wall): Placed[] {
  const next: Placed[] = wall.fresh.map((tile) => ({ tile, ended: false }))
  wall.placed.forEach((one, at) => {
    if (one.ended) next.splice(Math.min(at, next.length), 0, one)
  })
  return next.slice(0, wall.size)
}

/** What is held stays where it is; what is new takes places that are free. */
function heldInPlace(wall: Wall): Placed[] {
  const byKey = new Map(wall.fresh.map((tile) => [keyOf(tile), tile]))
  const there = wall.placed.map((one) => (one.ended ? one : { ...one, tile: byKey.get(keyOf(one.tile)) ?? one.tile }))
  const shown = keysOf(there.map(({ tile }) => tile))
  const others = wall.fresh.filter((tile) => !shown.has(keyOf(tile)))
  return [...there, ...others.map((tile) => ({ tile, ended: false }))].slice(0, Math.max(wall.size, there.length))
}

const placedAnew = (wall: Wall): Wall => ({ ...wall, placed: wall.held ? heldInPlace(wall) : arranged(wall) })

export type Read = {
  tiles: readonly Tile[]
  total: number
  /** Everything that runs is among the tiles: what isn't has ended. */
  all: boolean
}

/** A page was read; `news` came while it was on its way and may be newer than it. */
export function withRead(wall: Wall, read: Read, news: readonly MonitorNews[]): Wall {
  const gone = keysOf(news.flatMap(({ ended }) => ended))
  const tiles = read.tiles.filter((tile) => !gone.has(keyOf(tile)))
  const there = keysOf(tiles)
  const placed = read.all
    ? wall.placed.map((one) => (there.has(keyOf(one.tile)) ? one : { ...one, ended: true }))
    : wall.placed
  const next = placedAnew({ ...wall, placed, fresh: tiles, total: read.total })
  const patched = news.reduce((before, one) => withNews(before, one), next)
  // Told as a change of the total already, in the answer.
  return { ...patched, total: read.total }
}

function patch(tile: Tile, changes: ReadonlyMap<string, Partial<Tile>>): Tile {
  const change = changes.get(keyOf(tile))
  return change ? { ...tile, ...change } : tile
}

/** Something was told: tiles change where they are, those that ended turn grey. */
export function withNews(wall: Wall, news: MonitorNews): Wall {
  const changes = new Map(news.changed.map(({ kind, id, ...fields }) => [keyOf({ kind, id }), fields]))
  const ended = keysOf(news.ended)
  const fresh = wall.fresh.filter((tile) => !ended.has(keyOf(tile))).map((tile) => patch(tile, changes))
  const placed = wall.placed.map((one) =>
    one.ended ? one : { tile: patch(one.tile, changes), ended: ended.has(keyOf(one.tile)) },
  )
  const total = wall.total === undefined ? undefined : Math.max(0, wall.total + news.began.length - ended.size)
  return { ...wall, fresh, placed, total }
}

/** One that staff ended: grey at once, in its place. */
export const withEnded = (wall: Wall, key: MonitorKey): Wall => {
  const there = wall.placed.some((one) => !one.ended && keyOf(one.tile) === keyOf(key))
  return there ? withNews(wall, { began: [], changed: [], ended: [key] }) : wall
}

/** One as the server says it is now. */
export const withTile = (wall: Wall, tile: Tile): Wall => {
  const same = (one: Tile) => (keyOf(one) === keyOf(tile) ? tile : one)
  return {
    ...wall,
    fresh: wall.fresh.map(same),
    placed: wall.placed.map((one) => (one.ended ? one : { ...one, tile: same(one.tile) })),
  }
}

/** Holds everything in place, or lets it go where it belongs. */
export const withHeld = (wall: Wall, held: boolean): Wall => (held === wall.held ? wall : placedAnew({ ...wall, held }))

/** Everything goes where it belongs, held or not; what has ended goes. */
export const withAllShown = (wall: Wall): Wall => ({
  ...wall,
  placed: wall.fresh.slice(0, wall.size).map((tile) => ({ tile, ended: false })),
})

/** What has been grey for long enough leaves, where nothing is held. */
export const withoutEnded = (wall: Wall): Wall =>
  wall.held || !wall.placed.some(({ ended }) => ended) ? wall : withAllShown(wall)

/** How many of `order` stay as they are when the others move: its longest rising run. */
function staying(order: readonly number[]): number {
  const best: number[] = []
  order.forEach((place, at) => {
    const before = order.slice(0, at).map((other, earlier) => (other < place ? best[earlier]! : 0))
    best.push(1 + Math.max(0, ...before))
  })
  return Math.max(0, ...best)
}

/** How many changes are held back: what has come, what has gone, and what would stand elsewhere. */
export function waiting(wall: Wall): number {
  const wanted = new Map(wall.fresh.slice(0, wall.size).map((tile, at) => [keyOf(tile), at]))
  const places = wall.placed.flatMap(({ tile, ended }) => (ended ? [] : [wanted.get(keyOf(tile))]))
  const order = places.filter((place) => place !== undefined)
  const come = wanted.size - order.length
  const gone = wall.placed.length - order.length
  return Math.max(come, gone) + order.length - staying(order)
}

const rank = (of: Pick<Tile, 'riskScore' | 'reportCount' | 'startedAt'>) =>
  [of.riskScore, of.reportCount, Date.parse(of.startedAt)] as const

const above = (one: ReturnType<typeof rank>, other: ReturnType<typeof rank>): boolean => {
  const differs = one.findIndex((value, at) => value !== other[at])
  return differs >= 0 && one[differs]! > other[differs]!
}

/**
 * Whether the page has to be read again after these news: something of it ended, came to stand elsewhere or has other
 * reports; or something that isn't on it may belong there. News of a thousand calm rooms further down are none.
 *
 * @param first the page is the first one, of all that runs.
 */
export function mustRead(wall: Wall, news: MonitorNews, first: boolean): boolean {
  const here = keysOf(wall.fresh)
  const last = wall.fresh.at(-1)
  const isFull = wall.fresh.length >= wall.size && last !== undefined
  const ranked = news.changed.filter((one) => one.riskScore !== undefined || one.reportCount !== undefined)
  if (news.ended.some((one) => here.has(keyOf(one))) || ranked.some((one) => here.has(keyOf(one)))) return true
  // Elsewhere, or filtered: what comes or goes further up moves the page.
  if (!first || !isFull) return news.began.length + news.ended.length + ranked.length > 0
  const least = rank(last)
  return (
    news.began.some((one) => !above(least, rank(one))) ||
    ranked.some((one) => one.reportCount !== undefined || (one.riskScore ?? 0) >= last.riskScore)
  )
}
