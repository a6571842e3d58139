// Whether the window has a phone's width; the stylesheets use the same limit.
import { useSyncExternalStore } from 'react'

const query = typeof matchMedia === 'function' ? matchMedia('(max-width: 760px)') : undefined

const listen = (changed: () => void) => {
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

export const useOnPhone = (): boolean => useSyncExternalStore(listen, () => query?.matches ?? false)
