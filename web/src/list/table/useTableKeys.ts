// The keyboard of a table.
import type { KeyboardEvent } from 'react'
import { useShortcut } from '../../session/shortcuts.ts'
import type { List } from '../list.ts'

const headHeight = 33

/** Table keys: arrows within the grid, letters anywhere on the screen. */
export function useTableKeys<Row>(
  list: List<Row>,
  open: (row: Row) => void,
  choosable: boolean,
  show: (index: number) => void,
) {
  const { selection } = list
  const ids = [...list.byId.keys()]
  const index = () => {
    const active = selection.active()
    return active === undefined ? -1 : ids.indexOf(active)
  }
  const move = (to: number) => {
    const at = Math.max(0, Math.min(ids.length - 1, to))
    if (ids.length === 0) return
    selection.setActive(ids[at])
    show(at)
  }
  const choose = (range: boolean) => {
    const row = list.rows[index()]
    if (row === undefined || !choosable) return
    if (range) selection.extend(list.byId, list.rowId(row))
    else selection.toggle(list.rowId(row), row)
  }
  const openActive = () => {
    const row = list.rows[index()]
    if (row !== undefined) open(row)
  }
  const menu = () => {
    const active = selection.active()
    if (active !== undefined)
      document.querySelector<HTMLElement>(`[data-row-menu="${CSS.escape(String(active))}"]`)?.click()
  }

  useShortcut('next', 'list:keys.next', () => move(index() + 1))
  useShortcut('previous', 'list:keys.previous', () => move(index() - 1))
  useShortcut('tick', 'list:keys.choose', () => choose(false))
  useShortcut('tickMore', 'list:keys.range', () => choose(true))
  useShortcut('rowMenu', 'list:keys.menu', menu)
  useShortcut('open', 'list:keys.open', openActive)

  return (event: KeyboardEvent<HTMLDivElement>) => {
    // Buttons and fields inside the grid keep their own keys.
    if (event.target !== event.currentTarget || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / 34) - 2)
    const keys: Record<string, () => void> = {
      ArrowDown: () => {
        move(index() + 1)
        if (event.shiftKey) choose(true)
      },
      ArrowUp: () => {
        move(index() - 1)
        if (event.shiftKey) choose(true)
      },
      Home: () => move(0),
      End: () => move(ids.length - 1),
      PageDown: () => move(index() + page),
      PageUp: () => move(index() - page),
      ' ': () => choose(event.shiftKey),
      Enter: openActive,
      Escape: () => selection.clear(),
      a: () => event.ctrlKey && choosable && selection.togglePage(list.byId),
    }
    const run = keys[event.key]
    if (!run || (event.ctrlKey && event.key !== 'a') || (event.key === 'a' && !event.ctrlKey)) return
    event.preventDefault()
    run()
  }
}

/** Scrolls a row into view, below the sticky header. */
export function showRow(scroller: HTMLElement | null, index: number, height: number): void {
  if (!scroller) return
  const [top, room] = [index * height, scroller.clientHeight - headHeight]
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room
}
