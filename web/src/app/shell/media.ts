import { limits } from '@greenroom/contract/limits'
import { useSyncExternalStore } from 'react'

const narrow = matchMedia(`(max-width: ${limits.mobileBreakpoint - 0.02}px)`)

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const narrowNow = (): boolean => narrow.matches

/** Mobile mode: the page is narrower than 1,024 pixels (spec section 2). */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
