import { type RefObject, useInsertionEffect, useRef, useState } from 'react'

/** The previous array while its items are equal, for components that compare their props. The items themselves must be stable. */
export function useStable<T>(items: readonly T[]): readonly T[] {
  const [kept, keep] = useState(items)
  const isSame = kept.length === items.length && kept.every((item, i) => item === items[i])
  if (!isSame) keep(items)
  return isSame ? kept : items
}

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
