import { useState } from 'react'

/** State that resets when its subject changes, without remounting. `initial` stays the same object. */
export function useStateOf<T>(what: string, initial: T): [T, (next: T | ((now: T) => T)) => void] {
  const [kept, set] = useState({ what, value: initial })
  // What was set is forgotten at once, or it would be back with its subject.
  if (kept.what !== what && kept.value !== initial) set({ what, value: initial })
  const valueIn = (now: typeof kept) => (now.what === what ? now.value : initial)
  const change = (next: T | ((now: T) => T)) =>
    set((now) => ({ what, value: typeof next === 'function' ? (next as (now: T) => T)(valueIn(now)) : next }))
  return [valueIn(kept), change]
}
