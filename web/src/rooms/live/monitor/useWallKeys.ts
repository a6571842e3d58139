// Keys of the monitor: arrows move between tiles, letters act on the current one.
import { type RefObject, useEffect, useRef } from 'react'
import { showWarning } from '../../../session/messages.ts'
import { isOnControl, useShortcut } from '../../../session/shortcuts.ts'
import { label } from '../../../ui/labels.ts'
import { type Direction, neighbour } from './arrange.ts'
import type { Verb } from './MonitorTile.tsx'
import type { Grid } from './monitorOptions.ts'
import { keyOf, type Placed, type Tile } from './wall.ts'

type Keys = {
  grid: RefObject<HTMLUListElement | null>
  placed: readonly Placed[]
  /** The current tile: last focused or pointed at. */
  current: string | undefined
  /** A dialog of the monitor is open. */
  dialog: boolean
  may: boolean
  open: (tile: Tile) => void
  act: (verb: Verb, tile: Tile) => void
  turn: (by: number) => void
  setGrid: (grid: Grid) => void
  toggleStreams: () => void
  showAll: () => void
}

/** True unless the target uses arrows and Enter itself, as controls in a tile do. */
const isFree = (event: Event) => !isOnControl(event)

export function useWallKeys(keys: Keys): void {
  const { grid, placed, current, dialog, may, open, act, turn, setGrid, toggleStreams, showAll } = keys
  const at = placed.findIndex(({ tile }) => keyOf(tile) === current)
  const focus = (place: number) =>
    grid.current?.querySelectorAll<HTMLElement>('article')[Math.min(placed.length - 1, Math.max(0, place))]?.focus()
  /** The focus was within the tiles at the last render. */
  const wasIn = useRef(false)
  const isInWall = () => grid.current?.contains(document.activeElement) ?? false
  const step = (direction: Direction) => {
    if (at < 0 || !isInWall()) return focus(Math.max(0, at))
    const boxes = [...(grid.current?.querySelectorAll('article') ?? [])].map((tile) => tile.getBoundingClientRect())
    const to = neighbour(boxes, at, direction)
    if (to !== undefined) focus(to)
  }
  /** Only the tile that is focused or pointed at now, not an earlier one. */
  const onCurrent = (verb: Verb) => {
    if (!may) return
    const found = isInWall() || grid.current?.matches(':hover') ? placed[at] : undefined
    if (!found) return showWarning(label('live:monitor.noTile'))
    if (!found.ended) act(verb, found.tile)
  }

  const leave = () => {
    wasIn.current = false
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  useShortcut('ArrowLeft', 'live:monitor.keys.left', () => step('left'), isFree)
  useShortcut('ArrowRight', 'live:monitor.keys.right', () => step('right'), isFree)
  useShortcut('ArrowUp', 'live:monitor.keys.up', () => step('up'), isFree)
  useShortcut('ArrowDown', 'live:monitor.keys.down', () => step('down'), isFree)
  useShortcut('Enter', 'live:monitor.keys.open', () => placed[at] && open(placed[at].tile), isFree)
  useShortcut('warn', 'live:monitor.keys.warn', () => onCurrent('warn'))
  useShortcut('end', 'live:monitor.keys.stop', () => onCurrent('stop'))
  useShortcut('ban', 'live:monitor.keys.forbid', () => onCurrent('forbid'))
  useShortcut('reload', 'live:monitor.keys.show', showAll)
  // Also from a tile's button, to which focus returns after a dialog.
  useShortcut('Escape', 'live:monitor.keys.leave', leave, isInWall)
  useShortcut('view', 'live:monitor.keys.streams', toggleStreams)
  useShortcut('PageUp', 'live:monitor.keys.previous', () => turn(-1), isFree)
  useShortcut('PageDown', 'live:monitor.keys.next', () => turn(1), isFree)
  // The number of columns.
  useShortcut('2', 'live:monitor.keys.grid2', () => setGrid(2))
  useShortcut('3', 'live:monitor.keys.grid3', () => setGrid(3))
  useShortcut('4', 'live:monitor.keys.grid4', () => setGrid(4))
  useShortcut('5', 'live:monitor.keys.grid5', () => setGrid(5))

  // After a dialog, focus its tile.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !dialog) focus(Math.max(0, at))
    wasOpen.current = dialog
  })

  // A focused tile may have moved in the document and lost the focus after a new layout.
  useEffect(() => {
    if (wasIn.current && !isInWall() && document.activeElement === document.body && at >= 0) focus(at)
    wasIn.current = isInWall()
  })
}
