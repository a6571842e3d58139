import { useEffect, useRef, useState } from 'react'
import { Unreachable } from '../../api/call.ts'

const everySecond = 1_000
/** A server restart takes less than this many seconds. */
const outageSeconds = 60

type Poll<T> = {
  read: (signal: AbortSignal) => Promise<T>
  goesOn: (now: T) => boolean
  /** Called with the final state. */
  ended: (last: T) => void
}

/** The state of a background job, polled until the job ends, and why it couldn't be read. */
export function usePolled<T>(poll: Poll<T>): { failure: unknown; now: T | undefined; setNow: (now: T) => void } {
  const [now, setNow] = useState<T>()
  const [failure, setFailure] = useState<unknown>()
  const first = useRef(poll)
  useEffect(() => {
    const { read, goesOn, ended } = first.current
    let timer: ReturnType<typeof setTimeout>
    const giveUp = new AbortController()
    let misses = 0
    const ask = async () => {
      try {
        const answer = await read(giveUp.signal)
        misses = 0
        if (giveUp.signal.aborted) return
        setNow(answer)
        if (goesOn(answer)) timer = setTimeout(ask, everySecond)
        else ended(answer)
      } catch (error) {
        misses += 1
        if (giveUp.signal.aborted) return
        if (error instanceof Unreachable && misses < outageSeconds) timer = setTimeout(ask, everySecond)
        else setFailure(error)
      }
    }
    void ask()
    return () => {
      giveUp.abort()
      clearTimeout(timer)
    }
  }, [])
  return { failure, now, setNow }
}
