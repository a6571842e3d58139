import { useEffect, useState } from 'react'

/** Seconds until a code may be sent again; counts by the clock, so that a sleeping tab is right when it wakes. */
export function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1_000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])

  const start = (seconds: number) => {
    const at = Date.now()
    setNow(at)
    setUntil(at + seconds * 1_000)
  }

  return { left, start }
}
