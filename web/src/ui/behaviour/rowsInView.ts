// Which rows of a page are rendered. Visible rows come first, then the others of a page of usual size; of a longer page, only rows in or
// near the viewport are rendered. All rows have one parent, so that a page that gets shorter or longer keeps the rows in common mounted,
// with their open menus. Paper has all rows.
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A page of up to this many rows is rendered completely. */
export const drawnCompletely = 60

/** How many rows are rendered above and below the viewport, and by how many it moves before others are rendered. */
const near = 12
const step = 6

/** The minimum height of everything above and below the rows, in pixels: bars, filters and head. */
const besideRows = 200

/** Height of the sticky header. */
const headHeight = 33

export type Range = { from: number; to: number }

/** The rows to draw, of `count`, where `top` pixels are scrolled away and `room` pixels are in view. */
export function rangeInView(top: number, room: number, height: number, count: number): Range {
  const first = Math.floor(top / height / step) * step - near
  const last = Math.ceil((top + room) / height / step) * step + near
  return { from: Math.max(0, Math.min(first, count)), to: Math.max(0, Math.min(last, count)) }
}

/** True while the window is being printed: set before the browser lays the paper out. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** The rows to draw now; `scroller` is what scrolls them, `height` that of each. */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number, height: number): Range {
  const [settled, setSettled] = useState(false)
  const [range, setRange] = useState<Range>({ from: 0, to: drawnCompletely })
  const printing = usePrinting()
  const some = count > 0
  useEffect(() => {
    if (some) startTransition(() => setSettled(true))
  }, [some])
  const long = count > drawnCompletely
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !long) return
    const update = () => {
      // A hidden view has no height; keep the last one.
      if (element.clientHeight === 0) return
      const now = rangeInView(element.scrollTop, element.clientHeight, height, count)
      setRange((before) => (before.from === now.from && before.to === now.to ? before : now))
    }
    element.addEventListener('scroll', update, { passive: true })
    // The observer also reports the first height.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [scroller, long, height, count])
  if (printing) return { from: 0, to: count }
  if (!settled) return { from: 0, to: Math.min(count, Math.ceil((window.innerHeight - besideRows) / height)) }
  return long ? { from: Math.min(range.from, count), to: Math.min(range.to, count) } : { from: 0, to: count }
}

/** Scrolls a row into view, below the sticky header. */
export function showRow(scroller: HTMLElement | null, index: number, height: number): void {
  if (!scroller) return
  const [top, room] = [index * height, scroller.clientHeight - headHeight]
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room
}
