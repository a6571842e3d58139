// Timers of the desk: claims expire, are renewed while the reviewer is active, and released when idle.
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../../session/session.ts'
import { type Desk, firstEnd, type Phase } from './reportDeskState.ts'

/** Claims are renewed when less than this is left, while the reviewer is active. */
const renewBelowMs = 4 * 60_000
/** Idle time after which claims are released. */
const idleMs = 3 * 60_000
/** Polling intervals of an empty desk; short after opening, since a previous page may still be releasing its claims. */
const pollMs = 10_000
const firstPollMs = 2_000

type Timers = {
  phase: () => Phase
  desk: () => Desk
  /** `now` of the platform. */
  expire: (now: number) => void
  claim: () => void
  pause: () => void
  resume: () => void
}

export function useDeskTimers(enabled: boolean, timers: Timers): void {
  const { clockOffset } = useSession()
  const now = useEffectEvent(() => timers)
  useEffect(() => {
    if (!enabled) return
    let touchedAt = performance.now()
    let checkedAt = performance.now() - pollMs + firstPollMs
    const touched = () => {
      touchedAt = performance.now()
      if (now().phase() === 'away') now().resume()
    }
    const tick = () => {
      const at = Date.now() + clockOffset
      const { phase, desk, expire, claim, pause } = now()
      expire(at)
      if (phase() !== 'ready') return
      const { cases } = desk()
      const end = firstEnd(desk())
      const idle = performance.now() - touchedAt > idleMs
      if (idle && cases.length > 0) pause()
      else if (!idle && end !== undefined && end - at < renewBelowMs) claim()
      else if (cases.length === 0 && performance.now() - checkedAt > pollMs && !document.hidden) {
        checkedAt = performance.now()
        claim()
      }
    }
    const timer = setInterval(tick, 1_000)
    window.addEventListener('keydown', touched)
    window.addEventListener('pointerdown', touched)
    return () => {
      clearInterval(timer)
      window.removeEventListener('keydown', touched)
      window.removeEventListener('pointerdown', touched)
    }
  }, [enabled, clockOffset])
}
