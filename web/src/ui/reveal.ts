const beyond = (from: number, to: number, low: number, high: number): number => {
  if (from < low) return Math.max(from - low, to - high)
  return to > high ? Math.min(to - high, from - low) : 0
}

/**
 * Scrolls `scroller` just far enough to show the element. `scrollIntoView` would move the start of the next Tab, and the first one must
 * reach the skip link.
 */
export function reveal(element: Element, scroller: Element): void {
  const inner = element.getBoundingClientRect()
  const outer = scroller.getBoundingClientRect()
  scroller.scrollBy(
    beyond(inner.left, inner.right, outer.left, outer.right),
    beyond(inner.top, inner.bottom, outer.top, outer.bottom),
  )
}
