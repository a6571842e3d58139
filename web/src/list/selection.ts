// The selected rows and the focused one. Stored outside React, so that selecting a row re-renders only that row and the batch bar.

export type RowId = string | number

/** The ids from one row of the page to another, inclusive, in the page's order; only the target if the other is gone. */
export function between<Id extends RowId>(page: readonly Id[], from: Id | undefined, to: Id): Id[] {
  const end = page.indexOf(to)
  const start = from === undefined ? -1 : page.indexOf(from)
  if (end < 0) return []
  if (start < 0) return [to]
  return page.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** All rows matching the filters, as a snapshot that the server stores. */
export type Everything = { bulkId: string; total: number }

export type Selection<Row = unknown> = ReturnType<typeof createSelection<Row>>

/** `most` is how many rows one batch may hold. */
export function createSelection<Row>(most: number) {
  let chosen: ReadonlyMap<RowId, Row> = new Map()
  let active: RowId | undefined
  let anchor: RowId | undefined
  let full = false
  let everything: Everything | undefined
  let page: ReadonlyMap<RowId, Row> = new Map()
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const replace = (next: Map<RowId, Row>) => {
    full = next.size > most
    chosen = full ? new Map([...next].slice(0, most)) : next
    everything = undefined
    notify()
  }
  const clear = () => {
    anchor = undefined
    if (chosen.size > 0 || full || everything) replace(new Map())
  }

  /** Changes single rows, which ends the selection of everything. */
  const edit = (change: (next: Map<RowId, Row>) => void) => {
    if (everything) return clear()
    const next = new Map(chosen)
    change(next)
    replace(next)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    has: (id: RowId) => everything !== undefined || chosen.has(id),
    all: () => chosen,
    /** Set while all matching rows are selected, across pages. */
    everything: () => everything,
    /** Selects all matching rows. Toggling a single row ends it. */
    chooseEverything: (all: Everything) => {
      everything = all
      notify()
    },
    /** Whether the last selection was truncated to the size of a batch. */
    isFull: () => full,
    active: () => active,
    setActive: (id: RowId | undefined) => {
      if (id === active) return
      active = id
      notify()
    },
    /** Toggles one row, which anchors the next range. */
    toggle: (id: RowId, row: Row) =>
      edit((next) => {
        if (!next.delete(id)) next.set(id, row)
        anchor = id
      }),
    /** Selects the range from the last toggled row to this one, among the page's rows as they are now. */
    extend: (to: RowId) =>
      edit((next) => {
        for (const id of between([...page.keys()], anchor, to)) next.set(id, page.get(id)!)
      }),
    /** Selects the page, or deselects it if it was selected already. */
    togglePage: (page: ReadonlyMap<RowId, Row>) =>
      edit((next) => {
        const every = [...page.keys()].every((id) => next.has(id))
        for (const [id, row] of page)
          if (every) next.delete(id)
          else next.set(id, row)
      }),
    /** Takes the page's new rows, selected ones among them; selected rows no longer on the page stay until cleared. */
    refresh: (now: ReadonlyMap<RowId, Row>) => {
      page = now
      if (![...chosen.keys()].some((id) => page.has(id) && page.get(id) !== chosen.get(id))) return
      chosen = new Map([...chosen].map(([id, row]) => [id, page.get(id) ?? row]))
      notify()
    },
    /** Deselects rows, for instance those that an action succeeded on. */
    drop: (ids: readonly RowId[]) => {
      if (!ids.some((id) => chosen.has(id))) return
      replace(new Map([...chosen].filter(([id]) => !ids.includes(id))))
    },
    clear,
  }
}
