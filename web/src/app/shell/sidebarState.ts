import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { readCookie, writeCookie } from '../../api/cookie.ts'
import { useStateOf } from '../../ui/behaviour/useStateOf.ts'
import { useNarrow } from './media.ts'

const cookie = 'sidebarStatus'

export type SidebarState = {
  narrow: boolean
  /** Wide pages: names beside the icons. Narrow ones: the sidebar lies over the page. */
  open: boolean
  toggle: () => void
  close: () => void
}

/** Wide, the choice is kept in the cookie `sidebarStatus` (0 or 1). Narrow, it starts closed and closes at each step. */
export function useSidebarState(): SidebarState {
  const narrow = useNarrow()
  const [wideOpen, setWideOpen] = useState(() => readCookie(cookie) !== '0')
  const { key } = useLocation()
  // Navigation and a change of width close it.
  const [overlayOpen, setOverlayOpen] = useStateOf(`${key} ${narrow}`, false)

  const toggle = useCallback(() => {
    if (narrow) return setOverlayOpen((open) => !open)
    writeCookie(cookie, wideOpen ? '0' : '1', 365)
    setWideOpen(!wideOpen)
  }, [narrow, wideOpen, setOverlayOpen])
  const close = useCallback(() => setOverlayOpen(false), [])

  return { narrow, open: narrow ? overlayOpen : wideOpen, toggle, close }
}
