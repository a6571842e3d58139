import { limits } from '@greenroom/contract/limits'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** What a narrow page leaves beside its content. */
const narrowSides = 26

/**
 * The inner width of an element in pixels, as it is now. Before it was measured it is what the window has less `beside`: what
 * the open sidebar and its neighbours take on a desk. A right guess saves drawing twice.
 */
export function useWidth(of: RefObject<HTMLElement | null>, beside: number): number {
  const [width, setWidth] = useState(
    () => window.innerWidth - (window.innerWidth < limits.mobileBreakpoint ? narrowSides : beside),
  )
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    // A hidden view has no width; what it had is kept.
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
