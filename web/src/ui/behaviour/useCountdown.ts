import { useEffect, useState } from 'react'

/** Seconds until a code may be sent again; reads the clock, so the value is right after the tab was suspended. */
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
