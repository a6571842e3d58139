// A picture in a frame: the wheel zooms, dragging pans, a double click toggles zoom.
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { pan, type Transform, zoomAt, zoomToggle } from './zoom.ts'

/** Attach `frame` as the ref of the frame, and spread `handlers` on it. */
export function usePanAndZoom(change: (how: (now: Transform) => Transform) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const turned = useEffectEvent(change)
  // Only a non-passive listener can keep the page from scrolling.
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = box.getBoundingClientRect()
      const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2]
      turned((now) => zoomAt(now, Math.exp(-event.deltaY / 400), x, y))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => box.removeEventListener('wheel', onWheel)
  }, [])
  const handlers = {
    onDoubleClick: () => change(zoomToggle),
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      const { movementX, movementY } = event
      change((now) => pan(now, movementX, movementY))
    },
  }
  return { frame, handlers }
}
