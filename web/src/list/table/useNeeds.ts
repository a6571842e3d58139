// Measures how wide the contents of a table's columns are, before the browser paints them.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AnyColumn } from '../columns.ts'
import { isWhole, type Needs, usualWidth } from './fitting.ts'

const widthOf = (cell: HTMLElement) => Math.ceil(cell.getBoundingClientRect().width)

/** The widest cell of each shown column in pixels, when no column limits it; a heading counts up to the column's usual width. */
function measure(scroller: HTMLElement, columns: readonly AnyColumn[]): Needs {
  const needs: Record<string, number> = Object.fromEntries(columns.map(({ id }) => [id, 0]))
  const usual = new Map(columns.map(({ id, width = usualWidth }) => [id, width]))
  scroller.dataset['measuring'] = ''
  for (const cell of scroller.querySelectorAll<HTMLElement>('[data-column]')) {
    const id = cell.dataset['column']!
    const most = cell.role === 'columnheader' ? usual.get(id)! : Number.POSITIVE_INFINITY
    needs[id] = Math.max(needs[id]!, Math.min(most, widthOf(cell)))
  }
  delete scroller.dataset['measuring']
  return needs
}

/** Widths only grow while a list is open, so that columns don't move from page to page. */
export function grown(before: Needs, now: Needs): Needs {
  const wider = Object.entries(now).filter(([id, width]) => width > (before[id] ?? 0))
  return wider.length === 0 ? before : { ...before, ...Object.fromEntries(wider) }
}

/** What the contents of the columns were found to need so far, in texts of this language. */
export function useNeeds(language: string) {
  const [measured, setMeasured] = useState<{ language: string; needs: Needs }>({ language, needs: {} })
  const add = useCallback(
    (now: Needs) =>
      setMeasured((last) => {
        const before = last.language === language ? last.needs : {}
        const needs = grown(before, now)
        return needs === last.needs ? last : { language, needs }
      }),
    [language],
  )
  return { needs: measured.language === language ? measured.needs : noNeeds, add }
}
const noNeeds: Needs = {}

type Drawn = {
  columns: readonly AnyColumn[]
  /** The page's rows; undefined until they have come. Without any, the headings are measured. */
  rows: readonly unknown[] | undefined
  /** Whether all rows are drawn that ever are at once. */
  isSettled: boolean
  add: (needs: Needs) => void
}

/**
 * Measures a page's rows when they are drawn. Of rows that follow below the window only what may not be truncated is measured, so that a
 * list that is being read does not move for a long name.
 */
export function useMeasuring(scroller: RefObject<HTMLElement | null>, { columns, rows, isSettled, add }: Drawn): void {
  const measured = useRef<{ columns: unknown; rows: unknown; add: unknown }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    // A hidden view has no width, and stacked rows have no columns.
    if (!element || !rows || element.clientWidth === 0 || 'stacked' in element.dataset) return
    const last = measured.current
    const isMore = last?.columns === columns && last.rows === rows && last.add === add
    measured.current = { columns, rows, add }
    const needs = measure(element, columns)
    add(
      isMore
        ? Object.fromEntries(columns.flatMap((column) => (isWhole(column) ? [[column.id, needs[column.id]!]] : [])))
        : needs,
    )
  }, [scroller, columns, rows, isSettled, add])
}
