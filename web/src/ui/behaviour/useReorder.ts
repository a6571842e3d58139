// Items whose order is changed by dragging one, or by the arrow keys on its handle.
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'

/** `items` with the one at `from` moved to `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  rest.splice(to, 0, items[from]!)
  return rest
}

type Options<T> = {
  items: readonly T[]
  readOnly: boolean
  change: (items: T[]) => void
  /** Whether the Delete key on a handle removes its item. */
  removes?: boolean
}

/** Props of the list, its items and their handles: `<ol ref={box}>`, `<li {...item(at)}>`, `<button {...handle(at)}>`. */
export function useReorder<T>({ items, readOnly, change, removes = false }: Options<T>) {
  const [dragged, setDragged] = useState<number>()
  const box = useRef<HTMLElement>(null)
  const last = items.length - 1

  const move = (from: number, to: number) => {
    if (from !== to) change(moved(items, from, to))
  }
  const remove = (at: number) => change(items.filter((_, index) => index !== at))
  /** After it was rendered at its new place. */
  const focus = (at: number) =>
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('[data-grip]')[at]?.focus())

  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (readOnly) return
    if (event.key === 'Delete' && removes) {
      remove(at)
      return focus(Math.min(at, last - 1))
    }
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
    const to = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      ArrowLeft: at - ahead,
      ArrowRight: at + ahead,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = Math.min(Math.max(to, 0), last)
    move(at, place)
    focus(place)
  }
  return {
    box: (element: HTMLElement | null) => {
      box.current = element
    },
    remove,
    /** An item of the list is being dragged, rather than a file from outside. */
    dragging: dragged !== undefined,
    item: (at: number) => ({
      draggable: !readOnly,
      'data-dragged': dragged === at || undefined,
      onDragStart: () => setDragged(at),
      onDragEnd: () => setDragged(undefined),
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== undefined) move(dragged, at)
      },
    }),
    handle: (at: number) => ({ 'data-grip': true, onKeyDown: onKeyDown(at) }),
  }
}
