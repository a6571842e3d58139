// The monitor's state: loaded once, then updated by push; reloaded if the page may have changed.
import { liveMonitor } from '@greenroom/contract/live'
import type { MonitorKey, MonitorNews } from '@greenroom/contract/push'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { call, isCancelled } from '../../../api/call.ts'
import { listen } from '../../../api/push.ts'
import {
  emptyWall,
  mustRead,
  type Read,
  type Tile,
  type Wall,
  withAllShown,
  withEnded,
  withHeld,
  withLook,
  withNews,
  withoutEnded,
  withRead,
  withTile,
} from './wall.ts'

export type WallRequest = { filters: Record<string, unknown>; page: number; size: number }

type Action =
  | { do: 'begin'; size: number }
  | { do: 'read'; read: Read; news: readonly MonitorNews[] }
  | { do: 'news'; news: MonitorNews }
  | { do: 'hold'; held: boolean }
  | { do: 'look'; front: number; current: string | undefined }
  | { do: 'show' }
  | { do: 'sweep' }
  | { do: 'ended'; key: MonitorKey }
  | { do: 'tile'; tile: Tile }

function reduce(wall: Wall, action: Action): Wall {
  switch (action.do) {
    case 'begin':
      return { ...emptyWall(action.size), held: wall.held, front: wall.front, current: wall.current }
    case 'read':
      return withRead(wall, action.read, action.news)
    case 'news':
      return withNews(wall, action.news)
    case 'hold':
      return withHeld(wall, action.held)
    case 'look':
      return withLook(wall, { front: action.front, current: action.current })
    case 'show':
      return withAllShown(wall)
    case 'sweep':
      return withoutEnded(wall)
    case 'ended':
      return withEnded(wall, action.key)
    case 'tile':
      return withTile(wall, action.tile)
  }
}

/** Minimum time between reloads. */
const readEveryMs = 1_000
/** Polling interval without push. */
const readWithoutLineMs = 10_000
/** How long an ended tile stays grey while tiles may move. */
const greyMs = 3_000
/** Grace period before a closed connection counts as lost. */
const quietMs = 2_500

export type LiveWall = {
  wall: Wall
  state: 'loading' | 'ready' | 'failed'
  error: unknown
  /** True once the connection has been down for a moment. */
  lost: boolean
  retry: () => void
  hold: (held: boolean) => void
  /** How many places are large, and which tile is current. */
  look: (front: number, current: string | undefined) => void
  showAll: () => void
  ended: (key: MonitorKey) => void
  changed: (tile: Tile) => void
}

export function useWall({ filters, page, size }: WallRequest): LiveWall {
  const [wall, act] = useReducer(reduce, size, emptyWall)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [up, setUp] = useState(true)
  const [lost, setLost] = useState(false)
  const isNews = useEffectEvent((news: MonitorNews, everything: boolean) => mustRead(wall, news, everything))
  const request = JSON.stringify({ ...filters, page, size })
  const reading = useRef<{ soon: () => void; news: (news: MonitorNews) => void }>({ soon: () => {}, news: () => {} })

  useEffect(() => {
    const query = JSON.parse(request) as { page: number; size: number; reported?: boolean }
    const giveUp = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAt = Number.NEGATIVE_INFINITY
    let onItsWay: MonitorNews[] | undefined
    let again = false
    act({ do: 'begin', size: query.size })

    async function read(): Promise<void> {
      timer = undefined
      lastAt = performance.now()
      const since: MonitorNews[] = []
      onItsWay = since
      again = false
      try {
        const { tiles, total } = await call(liveMonitor, query, { signal: giveUp.signal })
        const all = query.page === 1 && query.reported === undefined && tiles.length < query.size
        setFailure(undefined)
        act({ do: 'read', read: { tiles, total, all }, news: since })
      } catch (error) {
        if (!isCancelled(error)) setFailure({ error })
      } finally {
        onItsWay = undefined
      }
      if (again) soon()
    }
    function soon(): void {
      if (giveUp.signal.aborted) return
      if (onItsWay) again = true
      else timer ??= setTimeout(() => void read(), Math.max(0, lastAt + readEveryMs - performance.now()))
    }
    reading.current = {
      soon,
      news: (news) => {
        onItsWay?.push(news)
        if (isNews(news, query.page === 1 && Object.keys(query).length === 2)) soon()
        act({ do: 'news', news })
      },
    }
    soon()
    return () => {
      giveUp.abort()
      clearTimeout(timer)
    }
  }, [request])

  useEffect(
    () =>
      listen('monitor', {
        news: (news) => reading.current.news(news),
        reset: () => reading.current.soon(),
        connection: (now) => {
          setUp(now)
          if (now) setLost(false)
        },
        forbidden: () => reading.current.soon(),
      }),
    [],
  )
  useEffect(() => {
    if (up) return
    const delay = setTimeout(() => setLost(true), quietMs)
    const reads = setInterval(() => reading.current.soon(), readWithoutLineMs)
    return () => {
      clearTimeout(delay)
      clearInterval(reads)
    }
  }, [up])

  const grey = !wall.held && wall.placed.some(({ ended }) => ended)
  useEffect(() => {
    if (!grey) return
    const timer = setTimeout(() => act({ do: 'sweep' }), greyMs)
    return () => clearTimeout(timer)
  }, [grey])

  const isRead = wall.total !== undefined
  return {
    wall,
    state: isRead ? 'ready' : failure ? 'failed' : 'loading',
    error: failure?.error,
    lost,
    retry: useCallback(() => reading.current.soon(), []),
    hold: useCallback((held: boolean) => act({ do: 'hold', held }), []),
    look: useCallback((front: number, current: string | undefined) => act({ do: 'look', front, current }), []),
    showAll: useCallback(() => act({ do: 'show' }), []),
    ended: useCallback((key: MonitorKey) => act({ do: 'ended', key }), []),
    changed: useCallback((tile: Tile) => act({ do: 'tile', tile }), []),
  }
}
