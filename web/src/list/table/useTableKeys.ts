// The keyboard of a table.
import type { KeyboardEvent } from 'react'
import { useShortcut } from '../../session/shortcuts.ts'
import { shownElement } from '../../ui/behaviour/shown.ts'
import type { List } from '../currentList.ts'

type Options<Row> = { open: (row: Row) => void; choosable: boolean; show: (index: number) => void; height: number }

/** Table keys: arrows within the grid, letters anywhere on the screen. `height` is a row's, in pixels. */
export function useTableKeys<Row>(list: List<Row>, { open, choosable, show, height }: Options<Row>) {
  const { selection } = list
  const ids = [...list.byId.keys()]
  const index = () => ids.findIndex((id) => id === selection.active())
  const move = (to: number) => {
    if (ids.length === 0) return
    const at = Math.max(0, Math.min(ids.length - 1, to))
    selection.setActive(ids[at])
    show(at)
  }
  const step = (by: number, choosing = false) => {
    move(index() + by)
    if (choosing) choose(true)
  }
  const choose = (range: boolean) => {
    const row = list.rows[index()]
    if (row === undefined || !choosable) return
    if (range) selection.extend(list.rowId(row))
    else selection.toggle(list.rowId(row), row)
  }
  const openActive = () => {
    const row = list.rows[index()]
    if (row !== undefined) open(row)
  }
  const menu = () => shownElement(`[data-row-menu="${CSS.escape(String(selection.active()))}"]`)?.click()

  useShortcut('next', 'list:keys.next', () => step(1))
  useShortcut('previous', 'list:keys.previous', () => step(-1))
  useShortcut('tick', 'list:keys.choose', () => choose(false))
  useShortcut('tickMore', 'list:keys.range', () => choose(true))
  useShortcut('rowMenu', 'list:keys.menu', menu)
  useShortcut('open', 'list:keys.open', openActive)

  return (event: KeyboardEvent<HTMLDivElement>) => {
    // Buttons and fields inside the grid keep their own keys.
    if (event.target !== event.currentTarget || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / height) - 2)
    const keys: Record<string, () => void> = {
      ArrowDown: () => step(1, event.shiftKey),
      ArrowUp: () => step(-1, event.shiftKey),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      PageDown: () => step(page),
      PageUp: () => step(-page),
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
