const beyond = (from: number, to: number, low: number, high: number): number => {
  if (from < low) return Math.max(from - low, to - high)
  return to > high ? Math.min(to - high, from - low) : 0
}

/**
 * Scrolls `scroller` just so far that the element inside it is seen. Not by `scrollIntoView`, from which browsers begin the
 * next Tab: the first one belongs to the skip link.
 */
export function reveal(element: Element, scroller: Element): void {
  const inner = element.getBoundingClientRect()
  const outer = scroller.getBoundingClientRect()
  scroller.scrollBy(
    beyond(inner.left, inner.right, outer.left, outer.right),
    beyond(inner.top, inner.bottom, outer.top, outer.bottom),
  )
}
