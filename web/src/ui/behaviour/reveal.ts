const beyond = (from: number, to: number, low: number, high: number): number => {
  if (from < low) return Math.max(from - low, to - high)
  return to > high ? Math.min(to - high, from - low) : 0
}

/**
 * Scrolls `scroller` just far enough to show the element, once the browser has laid it out. `scrollIntoView` would move the start of
 * the next Tab, and the first one must reach the skip link. Returns a function that cancels.
 */
export function reveal(element: Element, scroller: Element): () => void {
  // The observer reports both positions without forcing a layout.
  const observer = new IntersectionObserver(
    ([{ boundingClientRect: inner, rootBounds: outer } = {} as IntersectionObserverEntry]) => {
      observer.disconnect()
      if (!outer) return
      const [x, y] = [
        beyond(inner.left, inner.right, outer.left, outer.right),
        beyond(inner.top, inner.bottom, outer.top, outer.bottom),
      ]
      if (x !== 0 || y !== 0) scroller.scrollBy(x, y)
    },
    { root: scroller },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
