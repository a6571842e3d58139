import { useEffect, useEffectEvent } from 'react'

/**
 * Gives claims back when the page is left. The browser may bring the page back from its cache with everything on screen: then it claims again,
 * so that nothing is shown that others may decide meanwhile.
 */
export function usePageLeave(of: { enabled?: boolean; left: () => void; restored: () => void }): void {
  const enabled = of.enabled ?? true
  const left = useEffectEvent(() => of.left())
  const shown = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && of.restored())
  useEffect(() => {
    if (!enabled) return
    const onHide = () => left()
    const onShow = (event: PageTransitionEvent) => void shown(event)
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
    }
  }, [enabled])
}
