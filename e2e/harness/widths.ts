// Functions that run in the page and measure what is too wide.

/** How far the whole page scrolls sideways, in that writing direction. */
export const sidewaysScroll = (dir?: string): number => {
  if (dir) document.documentElement.dir = dir
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

/** What extends beyond the page without scrolling by itself, and whether the whole page scrolls sideways. */
export const wide = (): string | undefined => {
  const edge = document.documentElement.clientWidth
  const beyond = ({ left, right, width, height }: DOMRect) => width > 0 && height > 0 && (left < -1 || right > edge + 1)
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    ((getComputedStyle(element).overflowX !== 'visible' && !beyond(element.getBoundingClientRect())) ||
      scrolls(element.parentElement))
  const found = [...document.body.querySelectorAll('*')].find(
    (element) =>
      beyond(element.getBoundingClientRect()) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !scrolls(element.parentElement),
  )
  const page = document.documentElement.scrollWidth - edge
  return page > 0 || found ? `${page} px over, first ${found?.outerHTML.slice(0, 120)}` : undefined
}
