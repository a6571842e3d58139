// Timers of the desk: claims expire, are renewed while the reviewer is active, and released when idle.
import { useEffect, useRef } from 'react'
import { useSession } from '../../../../session/session.ts'
import type { Desk, Phase } from './desk.ts'

/** Claims are renewed when less than this is left, while the reviewer is active. */
const renewBelow = 4 * 60_000
/** Idle time after which claims are released. */
const awayAfter = 3 * 60_000
/** Polling intervals of an empty desk; short after opening, since a previous page may still be releasing its claims. */
const lookAgainEvery = 10_000
const lookAgainAtFirst = 2_000

type Passing = {
  phase: () => Phase
  desk: () => Desk
  /** `now` of the platform. */
  expire: (now: number) => void
  claim: () => void
  goAway: () => void
  comeBack: () => void
}

export function usePassing(enabled: boolean, passing: Passing): void {
  const { clockOffset } = useSession()
  const latest = useRef(passing)
  latest.current = passing
  useEffect(() => {
    if (!enabled) return
    let touchedAt = performance.now()
    let checkedAt = performance.now() - lookAgainEvery + lookAgainAtFirst
    const touched = () => {
      touchedAt = performance.now()
      if (latest.current.phase() === 'away') latest.current.comeBack()
    }
    const pass = () => {
      const now = Date.now() + clockOffset
      const { phase, desk, expire, claim, goAway } = latest.current
      expire(now)
      if (phase() !== 'ready') return
      const { cases, lost } = desk()
      const ends = cases.filter((one) => !lost.has(one.reviewId)).map((one) => Date.parse(one.claimedUntil))
      const idle = performance.now() - touchedAt > awayAfter
      if (idle && cases.length > 0) goAway()
      else if (!idle && ends.length > 0 && Math.min(...ends) - now < renewBelow) claim()
      else if (cases.length === 0 && performance.now() - checkedAt > lookAgainEvery && !document.hidden) {
        checkedAt = performance.now()
        claim()
      }
    }
    const timer = setInterval(pass, 1_000)
    window.addEventListener('keydown', touched)
    window.addEventListener('pointerdown', touched)
    return () => {
      clearInterval(timer)
      window.removeEventListener('keydown', touched)
      window.removeEventListener('pointerdown', touched)
    }
  }, [enabled, clockOffset])
}
