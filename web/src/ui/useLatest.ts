import { type RefObject, useInsertionEffect, useRef } from 'react'

/**
 * The value of the last finished render, for what runs later than an event or an effect: timers, answers of calls, handlers that must stay the
 * same. A render that React drops or repeats writes nothing. Code that only effects run takes `useEffectEvent` instead.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  // Before the effects of the same render, whose order among components is the reverse of what reads it.
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
