// A cache of pictures that are shown or will be soon, as object URLs: a few load at a time, nearest first, and each is released when no
// longer needed.

export type Shown =
  | { state: 'waiting' }
  | { state: 'ready'; url: string }
  /** Why it can't be shown, from the loader. */
  | { state: 'failed'; why: string }

/** A loaded picture; `release` frees its memory. */
export type Loaded = { url: string; release: () => void }

export type Pictures = {
  /**
   * Sets the needed pictures, nearest first; others are aborted or released. The first `near` are shown now or next; the others load one
   * by one.
   */
  want: (keys: readonly string[], near?: number) => void
  of: (key: string) => Shown
  retry: (key: string) => void
  /** Retries all failed pictures. */
  retryAll: () => void
  subscribe: (listener: () => void) => () => void
}

const waiting: Shown = { state: 'waiting' }

type Entry = { shown: Shown; loaded?: Loaded; giveUp?: AbortController }

/** Distant pictures load one by one: decoding each blocks rendering for a moment. */
const farAtOnce = 1

/** `load` returns a picture by its key, decoded; it throws an error with the reason. */
export function openPictures(load: (key: string, signal: AbortSignal) => Promise<Loaded>, atOnce: number): Pictures {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  let order: readonly string[] = []
  let nearest = 0
  let loading = 0

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const drop = (key: string, entry: Entry) => {
    entries.delete(key)
    entry.giveUp?.abort()
    entry.loaded?.release()
  }

  const next = () => order.find((key) => !entries.has(key))

  const begin = () => {
    while (loading < atOnce) {
      const key = next()
      if (key === undefined) return
      if (loading >= farAtOnce && order.indexOf(key) >= nearest) return
      const entry: Entry = { shown: waiting, giveUp: new AbortController() }
      entries.set(key, entry)
      loading += 1
      void get(key, entry).finally(() => {
        loading -= 1
        begin()
      })
    }
  }

  const get = async (key: string, entry: Entry) => {
    const { signal } = entry.giveUp ?? new AbortController()
    try {
      const loaded = await load(key, signal)
      // No longer needed, or requested again.
      if (entries.get(key) !== entry) return loaded.release()
      entry.loaded = loaded
      entry.shown = { state: 'ready', url: loaded.url }
    } catch (error) {
      if (entries.get(key) !== entry) return
      entry.shown = { state: 'failed', why: error instanceof Error ? error.message : String(error) }
    }
    delete entry.giveUp
    notify()
  }

  return {
    want: (keys, near = keys.length) => {
      order = keys
      nearest = near
      const needed = new Set(keys)
      for (const [key, entry] of entries) if (!needed.has(key)) drop(key, entry)
      begin()
    },
    of: (key) => entries.get(key)?.shown ?? waiting,
    retry: (key) => {
      const entry = entries.get(key)
      if (entry?.shown.state !== 'failed') return
      drop(key, entry)
      notify()
      begin()
    },
    retryAll: () => {
      for (const [key, entry] of entries) if (entry.shown.state === 'failed') drop(key, entry)
      notify()
      begin()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
