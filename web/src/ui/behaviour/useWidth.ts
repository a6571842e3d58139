import { limits } from '@greenroom/contract/limits'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The margins of a narrow page. */
const narrowSides = 26

/**
 * An element's current inner width in pixels. Before it is measured, the window's width minus `beside`, the width of the sidebar and its
 * neighbours on a desktop. A correct guess saves a second render.
 */
export function useWidth(of: RefObject<HTMLElement | null>, beside: number): number {
  const [width, setWidth] = useState(
    () => window.innerWidth - (window.innerWidth < limits.mobileBreakpoint ? narrowSides : beside),
  )
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    // The observer also reports the first width, after the browser's own layout and before it paints; reading it here would force
    // another layout. A hidden view has no width; keep the last one.
    const observer = new ResizeObserver(() => {
      const now = element.clientWidth
      if (now > 0) flushSync(() => setWidth(now))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
