// The pictures that are shown or will be soon, as addresses in memory: a few at a time, the nearest first, each given
// back when nobody wants it any more.

export type Shown =
  | { state: 'waiting' }
  | { state: 'ready'; url: string }
  /** Why it can't be shown, as whoever loads it says. */
  | { state: 'failed'; why: string }

/** A loaded picture; `release` gives its memory back. */
export type Loaded = { url: string; release: () => void }

export type Pictures = {
  /**
   * What is wanted from now on, the nearest first: the rest is given up or given back. The first `near` are shown or
   * will be next; the others take their time.
   */
  want: (keys: readonly string[], near?: number) => void
  of: (key: string) => Shown
  retry: (key: string) => void
  /** Tries all again that failed. */
  retryAll: () => void
  subscribe: (told: () => void) => () => void
}

const waiting: Shown = { state: 'waiting' }

type Entry = { shown: Shown; loaded?: Loaded; giveUp?: AbortController }

/** What is not near comes one by one: each costs the page a moment in which it draws nothing. */
const farAtOnce = 1

/** `load` gets a picture by its key, ready to be drawn; it throws an error that says why not. */
export function openPictures(load: (key: string, signal: AbortSignal) => Promise<Loaded>, atOnce: number): Pictures {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  let order: readonly string[] = []
  let nearest = 0
  let loading = 0

  const tell = () => {
    for (const told of listeners) told()
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
      // Nobody wants it any more, or it was asked for anew.
      if (entries.get(key) !== entry) return loaded.release()
      entry.loaded = loaded
      entry.shown = { state: 'ready', url: loaded.url }
    } catch (error) {
      if (entries.get(key) !== entry) return
      entry.shown = { state: 'failed', why: error instanceof Error ? error.message : String(error) }
    }
    delete entry.giveUp
    tell()
  }

  return {
    want: (keys, near = keys.length) => {
      order = keys
      nearest = near
      const wanted = new Set(keys)
      for (const [key, entry] of entries) if (!wanted.has(key)) drop(key, entry)
      begin()
    },
    of: (key) => entries.get(key)?.shown ?? waiting,
    retry: (key) => {
      const entry = entries.get(key)
      if (entry?.shown.state !== 'failed') return
      drop(key, entry)
      tell()
      begin()
    },
    retryAll: () => {
      for (const [key, entry] of entries) if (entry.shown.state === 'failed') drop(key, entry)
      tell()
      begin()
    },
    subscribe: (told) => {
      listeners.add(told)
      return () => void listeners.delete(told)
    },
  }
}
