// Binds a queue's workbench to its screen: opening, closing, and timers.
import { auditRelease } from '@greenroom/contract/audits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { usePageLeave } from '../../../page/desk/usePageLeave.ts'
import { readSession } from '../../../session/session.ts'
import { label } from '../../../ui/labels.ts'
import { type Bench, openBench } from '../bench/bench.ts'
import { callsOf, passing } from '../bench/benchCalls.ts'
import type { ClaimFilters } from '../bench/deskJobs.ts'
import type { Desk } from '../bench/queueDesk.ts'
import { loadPicture } from '../pictures/loadPicture.ts'
import { neededPictures } from '../pictures/neededPictures.ts'
import { openPictures, type Pictures } from '../pictures/pictureCache.ts'
import { afterFrame } from './afterFrame.ts'
import { backlogKey, type Kind } from './workbench.ts'

export type Work = { bench: Bench; pictures: Pictures }

/** A tab hidden for this long releases its items. */
const idleMs = 3 * 60_000
/** While the reviewer is active, claims are renewed when less than this is left. */
const renewBelowMs = 4 * 60_000
const picturesAtOnce = 6

/** Debounce for figures that change with every key: each refresh costs a call and a render. */
const figuresAfter = 1_000

/** Runs once, a moment after the first request. */
function soon(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, figuresAfter)
  }
}

const serverNow = () => Date.now() + (readSession()?.clockOffset ?? 0)

/** Warns before unload while decisions are unsent, even after leaving the screen. */
function guardUnload(bench: Bench): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  let guarded = false
  bench.subscribe(() => {
    const unsent = bench.read().unsent > 0
    if (unsent === guarded) return
    guarded = unsent
    if (unsent) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  })
}

/** The workbench and its pictures; active while `query` is set. */
export function useBench(kind: Kind, query: ClaimFilters | undefined, size: number): Work {
  const queries = useQueryClient()
  const [work] = useState<Work>(() => {
    const bench = openBench({
      calls: callsOf(kind, () => readSession()?.user.username ?? ''),
      now: serverNow,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      begin: afterFrame,
      passing,
      answered: soon(() => void queries.invalidateQueries({ queryKey: backlogKey(kind) })),
      lostText: () => label('audits:queue.notMine.gone'),
    })
    guardUnload(bench)
    return { bench, pictures: openPictures(loadPicture, picturesAtOnce) }
  })
  const { bench, pictures } = work

  const sizeNow = useRef(size)
  useEffect(() => {
    sizeNow.current = size
    bench.resize(size)
  }, [bench, size])

  const queryText = query && JSON.stringify(query)
  useEffect(() => {
    if (queryText === undefined) return
    bench.open(JSON.parse(queryText) as ClaimFilters, sizeNow.current)
  }, [bench, queryText])
  useEffect(() => () => bench.close(), [bench])

  useEffect(() => {
    let desk: Desk | undefined
    let drawn: Desk | undefined
    let lost = false
    let gone = false
    const want = () => {
      drawn = desk
      if (!desk || gone) return
      const { keys, near } = neededPictures(desk)
      pictures.want(keys, near)
    }
    const leave = bench.subscribe(() => {
      const seen = bench.read()
      if (lost && !seen.lost) pictures.retryAll()
      lost = seen.lost
      if (seen.desk === desk) return
      // Batch several changes of one key press.
      if (desk === drawn) afterFrame(want)
      desk = seen.desk
    })
    return () => {
      leave()
      gone = true
      pictures.want([])
    }
  }, [bench, pictures])

  useClock(bench)
  const left = () => {
    // Not through the lane, which may not get to it before the page is gone. A reload may claim before this arrives, so only this page's
    // own claims are released.
    const heldUntil = bench
      .read()
      .desk.cases.map((item) => item.claimedUntil)
      .toSorted()
      .at(-1)
    if (heldUntil) void call(auditRelease, { kind, heldUntil }, { keepalive: true }).catch(() => {})
  }
  usePageLeave({ left, restored: () => bench.claim() })
  return work
}

/** Timers: undo countdown, renewing claims while active, releasing them when idle. */
function useClock(bench: Bench): void {
  useEffect(() => {
    let active = performance.now()
    const touched = () => {
      active = performance.now()
    }
    const timer = setInterval(() => {
      bench.tick()
      const left = bench.left()
      const working = performance.now() - active < idleMs && !document.hidden
      if (working && left !== undefined && left < renewBelowMs && bench.read().phase.name === 'working') bench.claim()
    }, 1_000)
    let away: ReturnType<typeof setTimeout> | undefined
    const onVisibility = () => {
      clearTimeout(away)
      if (document.hidden) away = setTimeout(() => bench.away(), idleMs)
    }
    const online = () => bench.retry()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', online)
    window.addEventListener('keydown', touched)
    window.addEventListener('pointerdown', touched)
    return () => {
      clearInterval(timer)
      clearTimeout(away)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', online)
      window.removeEventListener('keydown', touched)
      window.removeEventListener('pointerdown', touched)
    }
  }, [bench])
}
