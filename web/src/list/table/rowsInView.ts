// Which rows of a page are drawn. Those in sight come first, the others of a usual page after them; of a longer page only those
// in view and near it are drawn. All rows stand in one place of the tree, so that a page that becomes shorter or longer keeps
// those it shares with the one before, and what is open on them.
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'

/** A page of up to this many rows is drawn whole. */
export const drawnWhole = 60

/** How many rows above and below those in view are drawn, and by how many the view moves before others are. */
const near = 12
const step = 6

/** What stands above and below the rows at the least, in pixels: bars, filters and head. */
const besideRows = 200

export type Range = { from: number; to: number }

/** The rows to draw, of `count`, where `top` pixels are scrolled away and `room` pixels are in view. */
export function rangeInView(top: number, room: number, height: number, count: number): Range {
  const first = Math.floor(top / height / step) * step - near
  const last = Math.ceil((top + room) / height / step) * step + near
  return { from: Math.max(0, Math.min(first, count)), to: Math.max(0, Math.min(last, count)) }
}

/** The rows to draw now; `scroller` is what scrolls them, `height` that of each. */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number, height: number): Range {
  const [whole, setWhole] = useState(false)
  const [range, setRange] = useState<Range>({ from: 0, to: drawnWhole })
  const some = count > 0
  useEffect(() => {
    if (some) startTransition(() => setWhole(true))
  }, [some])
  const long = count > drawnWhole
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !long) return
    const look = () => {
      // A hidden view has no height; what it had is kept.
      if (element.clientHeight === 0) return
      const now = rangeInView(element.scrollTop, element.clientHeight, height, count)
      setRange((before) => (before.from === now.from && before.to === now.to ? before : now))
    }
    element.addEventListener('scroll', look, { passive: true })
    // It tells the first height too.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, long, height, count])
  if (!whole) return { from: 0, to: Math.min(count, Math.ceil((window.innerHeight - besideRows) / height)) }
  return long ? { from: Math.min(range.from, count), to: Math.min(range.to, count) } : { from: 0, to: count }
}
