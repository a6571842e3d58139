import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the scroll position of an element whose view is hidden for a while, since a hidden element loses it. The last movement may
 * not have been reported when the view is hidden, so the position is read then.
 */
export function useScrollPlace(scroller: RefObject<HTMLElement | null>): void {
  const place = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (place.current > 0) element.scrollTop = place.current
    return () => {
      place.current = element.scrollTop
    }
  }, [scroller])
}
