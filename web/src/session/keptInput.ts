// Input outside of forms, such as a row of fields: kept like a form's draft, for its author, until it was answered.
import { useCallback, useRef, useState } from 'react'
import { keepText } from '../api/storage.ts'
import { draftKey } from './draft.ts'

function keptUnder<V>(place: string): V | undefined {
  const kept = sessionStorage.getItem(place)
  return kept === null ? undefined : (JSON.parse(kept) as V)
}

/**
 * Like `useState`, restored from an earlier visit of this tab under the same key.
 *
 * @returns the value, how it is set, and what drops it once it was answered.
 */
export function useKeptInput<V>(key: string, initial: V): [V, (change: (now: V) => V) => void, () => void] {
  // Read once: when the session ends, the account is gone before the component.
  const [place] = useState(() => draftKey(key))
  const first = useRef(initial)
  const [value, setValue] = useState<V>(() => keptUnder<V>(place) ?? initial)
  const latest = useRef(value)
  const set = useCallback(
    (change: (now: V) => V) => {
      latest.current = change(latest.current)
      keepText(sessionStorage, place, JSON.stringify(latest.current))
      setValue(latest.current)
    },
    [place],
  )
  const clear = useCallback(() => {
    latest.current = first.current
    keepText(sessionStorage, place, undefined)
    setValue(first.current)
  }, [place])
  return [value, set, clear]
}
