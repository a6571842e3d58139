import { useRef } from 'react'

/** The previous array while its items are equal, for components that compare their props. */
export function useStable<T>(items: readonly T[]): readonly T[] {
  const kept = useRef(items)
  if (kept.current.length !== items.length || kept.current.some((item, i) => item !== items[i])) kept.current = items
  return kept.current
}
