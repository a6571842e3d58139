import type { PointerEvent } from 'react'

/** Resizes an element while its edge is dragged. */
export function followEdge(
  { currentTarget: edge, clientX, pointerId }: PointerEvent<HTMLElement>,
  resize: (width: number) => void,
) {
  const width = edge.parentElement!.getBoundingClientRect().width
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
  const follow = (event: globalThis.PointerEvent) => resize(width + (event.clientX - clientX) * ahead)
  edge.setPointerCapture(pointerId)
  edge.dataset['resizing'] = ''
  edge.addEventListener('pointermove', follow)
  const end = () => {
    edge.removeEventListener('pointermove', follow)
    delete edge.dataset['resizing']
  }
  edge.addEventListener('lostpointercapture', end, { once: true })
}
