// Positions of tiles on the monitor. Pure: reloads and news update it; while pointer or focus hold the tiles, nothing moves, and pending
// changes are shown afterwards.
import type { Answer } from '@greenroom/contract/call'
import type { liveMonitor } from '@greenroom/contract/live'
import type { MonitorKey, MonitorNews } from '@greenroom/contract/push'

export type Tile = Answer<typeof liveMonitor>['tiles'][number]
/** A tile in its place; an ended one stays there, grey, for a while. */
export type Placed = { tile: Tile; ended: boolean }

export type Wall = {
  /** Number of tiles that fit. */
  size: number
  /** The page in the server's order, with news since. */
  fresh: readonly Tile[]
  placed: readonly Placed[]
  /** Held by pointer or focus: nothing moves. */
  held: boolean
  /** Number of first places that are larger than the others. */
  front: number
  /** The tile under the pointer or with the focus, which never moves. */
  current: string | undefined
  /** Total running by the filters; undefined before the first answer. */
  total: number | undefined
}

export const emptyWall = (size: number): Wall => ({
  size,
  fresh: [],
  placed: [],
  held: false,
  front: 0,
  current: undefined,
  total: undefined,
})

export const keyOf = ({ kind, id }: MonitorKey): string => `${kind} ${id}`

const keysOf = (tiles: readonly MonitorKey[]) => new Set(tiles.map(keyOf))

/** Places in the server's order, when not held. Ended tiles keep theirs. */
function arranged(wall: Wall): Placed[] {
  const next: Placed[] = wall.fresh.map((tile) => ({ tile, ended: false }))
  wall.placed.forEach((one, at) => {
    if (one.ended) next.splice(Math.min(at, next.length), 0, one)
  })
  return next.slice(0, wall.size)
}

/** Places when held: tiles stay, new ones fill free places. */
function heldInPlace(wall: Wall): Placed[] {
  const byKey = new Map(wall.fresh.map((tile) => [keyOf(tile), tile]))
  const there = wall.placed.map((one) => (one.ended ? one : { ...one, tile: byKey.get(keyOf(one.tile)) ?? one.tile }))
  const shown = keysOf(there.map(({ tile }) => tile))
  const others = wall.fresh.filter((tile) => !shown.has(keyOf(tile)))
  return [...there, ...others.map((tile) => ({ tile, ended: false }))].slice(0, Math.max(wall.size, there.length))
}

/**
 * While held, an ended tile leaves a large place to the first running small one: both change places, all others stay. The current tile
 * takes no part, so that nothing moves under the pointer.
 */
function withoutEndedInFront(wall: Wall): Wall {
  if (!wall.held) return wall
  const placed = [...wall.placed]
  const mayMove = ({ tile }: Placed) => keyOf(tile) !== wall.current
  for (let at = 0; at < Math.min(wall.front, placed.length); at++) {
    const one = placed[at]!
    if (!one.ended || !mayMove(one)) continue
    const other = placed.findIndex((next, place) => place >= wall.front && !next.ended && mayMove(next))
    if (other < 0) break
    placed[at] = placed[other]!
    placed[other] = one
  }
  return placed.some((one, at) => one !== wall.placed[at]) ? { ...wall, placed } : wall
}

/** Says how many places are large, and which tile is current. */
export const withLook = (wall: Wall, look: Pick<Wall, 'front' | 'current'>): Wall =>
  look.front === wall.front && look.current === wall.current ? wall : withoutEndedInFront({ ...wall, ...look })

const rearranged = (wall: Wall): Wall =>
  withoutEndedInFront({ ...wall, placed: wall.held ? heldInPlace(wall) : arranged(wall) })

export type Read = {
  tiles: readonly Tile[]
  total: number
  /** All running tiles are known: missing ones have ended. */
  all: boolean
}

/** Applies a reload; `news` arrived during the request and may be newer. */
export function withRead(wall: Wall, read: Read, news: readonly MonitorNews[]): Wall {
  const gone = keysOf(news.flatMap(({ ended }) => ended))
  const tiles = read.tiles.filter((tile) => !gone.has(keyOf(tile)))
  const there = keysOf(tiles)
  const placed = read.all
    ? wall.placed.map((one) => (there.has(keyOf(one.tile)) ? one : { ...one, ended: true }))
    : wall.placed
  const next = rearranged({ ...wall, placed, fresh: tiles, total: read.total })
  const patched = news.reduce((before, one) => withNews(before, one), next)
  // Already counted in the answer's total.
  return { ...patched, total: read.total }
}

function patch(tile: Tile, changes: ReadonlyMap<string, Partial<Tile>>): Tile {
  const change = changes.get(keyOf(tile))
  return change ? { ...tile, ...change } : tile
}

/** Applies news: tiles are updated in place, ended ones turn grey. */
export function withNews(wall: Wall, news: MonitorNews): Wall {
  const changes = new Map(news.changed.map(({ kind, id, ...fields }) => [keyOf({ kind, id }), fields]))
  const ended = keysOf(news.ended)
  const fresh = wall.fresh.filter((tile) => !ended.has(keyOf(tile))).map((tile) => patch(tile, changes))
  const placed = wall.placed.map((one) =>
    one.ended ? one : { tile: patch(one.tile, changes), ended: ended.has(keyOf(one.tile)) },
  )
  const total = wall.total === undefined ? undefined : Math.max(0, wall.total + news.began.length - ended.size)
  return withoutEndedInFront({ ...wall, fresh, placed, total })
}

/** Marks a tile ended by staff: grey at once, in place. */
export const withEnded = (wall: Wall, key: MonitorKey): Wall => {
  const there = wall.placed.some((one) => !one.ended && keyOf(one.tile) === keyOf(key))
  return there ? withNews(wall, { began: [], changed: [], ended: [key] }) : wall
}

/** Updates one tile from the server. */
export const withTile = (wall: Wall, tile: Tile): Wall => {
  const same = (one: Tile) => (keyOf(one) === keyOf(tile) ? tile : one)
  return {
    ...wall,
    fresh: wall.fresh.map(same),
    placed: wall.placed.map((one) => (one.ended ? one : { ...one, tile: same(one.tile) })),
  }
}

/** Holds the tiles, or releases them and reorders. */
export const withHeld = (wall: Wall, held: boolean): Wall => (held === wall.held ? wall : rearranged({ ...wall, held }))

/** Reorders, held or not, and removes ended tiles. */
export const withAllShown = (wall: Wall): Wall => ({
  ...wall,
  placed: wall.fresh.slice(0, wall.size).map((tile) => ({ tile, ended: false })),
})

/** Removes tiles that have been grey for long enough, if not held. */
export const withoutEnded = (wall: Wall): Wall =>
  wall.held || !wall.placed.some(({ ended }) => ended) ? wall : withAllShown(wall)

/** The number of elements of `order` that need not move: its longest increasing subsequence. */
function staying(order: readonly number[]): number {
  const best: number[] = []
  order.forEach((place, at) => {
    const before = order.slice(0, at).map((other, earlier) => (other < place ? best[earlier]! : 0))
    best.push(1 + Math.max(0, ...before))
  })
  return Math.max(0, ...best)
}

/** The number of pending changes: added, removed and moved tiles. */
export function waiting(wall: Wall): number {
  const targets = new Map(wall.fresh.slice(0, wall.size).map((tile, at) => [keyOf(tile), at]))
  const places = wall.placed.flatMap(({ tile, ended }) => (ended ? [] : [targets.get(keyOf(tile))]))
  const order = places.filter((place) => place !== undefined)
  const come = targets.size - order.length
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
 * Whether these news require a reload: a tile of the page ended, moved or has other reports, or another may now belong on the page. News
 * about tiles further down don't.
 *
 * @param first the page is the first one, of all that runs.
 */
export function mustRead(wall: Wall, news: MonitorNews, first: boolean): boolean {
  const here = keysOf(wall.fresh)
  const last = wall.fresh.at(-1)
  const isFull = wall.fresh.length >= wall.size && last !== undefined
  const ranked = news.changed.filter((one) => one.riskScore !== undefined || one.reportCount !== undefined)
  if (news.ended.some((one) => here.has(keyOf(one))) || ranked.some((one) => here.has(keyOf(one)))) return true
  // Not the first page, or filtered: changes before it move the page.
  if (!first || !isFull) return news.began.length + news.ended.length + ranked.length > 0
  const least = rank(last)
  return (
    news.began.some((one) => !above(least, rank(one))) ||
    ranked.some((one) => one.reportCount !== undefined || (one.riskScore ?? 0) >= last.riskScore)
  )
}
