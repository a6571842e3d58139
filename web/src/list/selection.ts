// The selected rows and the focused one. Stored outside React, so that selecting a row re-renders only that row and the batch bar.

export type RowId = string | number

/** The ids between two rows of the page, both included, in the page's order; the target alone when the other is gone. */
export function between<Id extends RowId>(page: readonly Id[], from: Id | undefined, to: Id): Id[] {
  const end = page.indexOf(to)
  const start = from === undefined ? -1 : page.indexOf(from)
  if (end < 0) return []
  if (start < 0) return [to]
  return page.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** All rows that the filters let through, as the server counted and kept them. */
export type Everything = { bulkId: string; total: number }

export type Selection<Row = unknown> = ReturnType<typeof createSelection<Row>>

/** `most` is how many rows one batch may hold. */
export function createSelection<Row>(most: number) {
  let chosen: ReadonlyMap<RowId, Row> = new Map()
  let active: RowId | undefined
  let anchor: RowId | undefined
  let full = false
  let everything: Everything | undefined
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const replace = (next: Map<RowId, Row>) => {
    full = next.size > most
    chosen = full ? new Map([...next].slice(0, most)) : next
    everything = undefined
    tell()
  }
  const clear = () => {
    anchor = undefined
    if (chosen.size > 0 || full || everything) replace(new Map())
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    has: (id: RowId) => everything !== undefined || chosen.has(id),
    all: () => chosen,
    /** Set while all that match are chosen, on whichever page. */
    everything: () => everything,
    /** Chooses all that match. Choosing or unchoosing a single row ends it. */
    chooseEverything: (all: Everything) => {
      everything = all
      tell()
    },
    /** Whether the last choice was cut at the size of a batch. */
    isFull: () => full,
    active: () => active,
    setActive: (id: RowId | undefined) => {
      if (id === active) return
      active = id
      tell()
    },
    /** Chooses or unchooses one row; it's where a range begins. */
    toggle: (id: RowId, row: Row) => {
      if (everything) return clear()
      const next = new Map(chosen)
      if (!next.delete(id)) next.set(id, row)
      anchor = id
      replace(next)
    },
    /** Chooses everything from the last row that was chosen by itself to this one. */
    extend: (page: ReadonlyMap<RowId, Row>, to: RowId) => {
      if (everything) return clear()
      const next = new Map(chosen)
      for (const id of between([...page.keys()], anchor, to)) next.set(id, page.get(id)!)
      replace(next)
    },
    /** Chooses the whole page; unchooses it when it was chosen already. */
    togglePage: (page: ReadonlyMap<RowId, Row>) => {
      if (everything) return clear()
      const next = new Map(chosen)
      const every = [...page.keys()].every((id) => next.has(id))
      for (const [id, row] of page) {
        if (every) next.delete(id)
        else next.set(id, row)
      }
      replace(next)
    },
    /** Rows as they are now: a chosen row that was read again is replaced, one that is gone stays until cleared. */
    refresh: (page: ReadonlyMap<RowId, Row>) => {
      if (![...chosen.keys()].some((id) => page.has(id) && page.get(id) !== chosen.get(id))) return
      chosen = new Map([...chosen].map(([id, row]) => [id, page.get(id) ?? row]))
      tell()
    },
    /** Unchooses rows, for instance those that an action was done to. */
    drop: (ids: readonly RowId[]) => {
      if (!ids.some((id) => chosen.has(id))) return
      replace(new Map([...chosen].filter(([id]) => !ids.includes(id))))
    },
    clear,
  }
}
