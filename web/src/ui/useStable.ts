import { useState } from 'react'

/** The previous array while its items are equal, for components that compare their props. The items themselves must be stable. */
export function useStable<T>(items: readonly T[]): readonly T[] {
  const [kept, keep] = useState(items)
  const isSame = kept.length === items.length && kept.every((item, i) => item === items[i])
  if (!isSame) keep(items)
  return isSame ? kept : items
}
