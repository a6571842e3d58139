import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner width of an element in pixels, as it is now; infinite before it was measured. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
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
