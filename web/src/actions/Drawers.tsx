import { Suspense, useEffect, useMemo, useRef } from 'react'
import { afterScreen } from '../ui/behaviour/afterScreen.ts'
import { focusTable, useShown } from '../ui/behaviour/shown.ts'
import type { Loadable } from '../ui/loadable.tsx'
import { useDrawer } from './useDrawer.ts'

export type DrawerProps = { /** A row's id; empty for a new one. */ rowId: string; close: () => void }
export type DrawerMap = Readonly<Record<string, Loadable<DrawerProps>>>

/** Shows the drawer named by the address, if this screen has one of that name. */
export function Drawers({ of }: { of: DrawerMap }) {
  const { name, rowId, close } = useDrawer()
  const Content = name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined
  useFocusBack(Content !== undefined)
  const leave = useCloseWhenShown(`${name}:${rowId}`, close)
  // Prefetched, so that a drawer opens without waiting for its code.
  useEffect(() => afterScreen(() => Object.values(of).forEach(({ preload }) => preload())), [of])
  return (
    <Suspense fallback={null}>{Content && <Content key={`${name}:${rowId}`} rowId={rowId} close={leave} />}</Suspense>
  )
}

/**
 * A drawer whose answer comes while its view is hidden closes when the view is shown again. So does one whose answer comes
 * when the address has changed already but the next view isn't drawn yet.
 */
function useCloseWhenShown(drawer: string, close: () => boolean): () => void {
  const isShown = useShown()
  const waits = useRef<string>(undefined)
  useEffect(() => {
    const settle = () => {
      if (waits.current === undefined || (waits.current === drawer && !close())) return
      waits.current = undefined
    }
    settle()
    // Going back before the next view renders returns to the view that is still rendered.
    window.addEventListener('popstate', settle)
    return () => window.removeEventListener('popstate', settle)
  })
  return () => {
    if (!isShown() || !close()) waits.current = drawer
  }
}

/**
 * Closing returns the focus. Mantine does so only for a drawer that stays mounted, and these unmount. If the
 * focus is elsewhere by then, for instance in the search while a form is being saved, it stays there: Enter is not meant for the opener.
 */
function useFocusBack(open: boolean) {
  // Read before the drawer mounts, since its first field may take the focus.
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => {
    if (!open) return
    return () => {
      if (document.activeElement !== document.body) return
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
      if (isThere) opener.focus({ preventScroll: true })
      else focusTable()
    }
  }, [open, opener])
}
