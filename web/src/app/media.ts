import { limits } from '@greenroom/contract/limits'
import { useSyncExternalStore } from 'react'

const narrow = matchMedia(`(max-width: ${limits.mobileBreakpoint - 0.02}px)`)

function subscribe(told: () => void): () => void {
  narrow.addEventListener('change', told)
  return () => narrow.removeEventListener('change', told)
}

/** Mobile mode: the page is narrower than 1,024 pixels (spec section 2). */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
