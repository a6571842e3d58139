// Notifies this process's outbox workers of new commands. Not by NOTIFY inside a transaction, which would serialise all
// commits of the database; other processes find them by polling.

const coalesceMilliseconds = 50
const listeners = new Set<() => void>()
let timer: NodeJS.Timeout | undefined

/** Wakes them in 50 ms, once for any number of calls: by then the transaction has usually ended. */
export function wakeOutboxes(): void {
  if (timer || listeners.size === 0) return
  timer = setTimeout(() => {
    timer = undefined
    for (const listener of listeners) listener()
  }, coalesceMilliseconds).unref()
}

/** @returns a function that unsubscribes. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
