// Tells the outboxes of this process that something was written. Never by NOTIFY inside a transaction, which would make
// all commits of the database wait for each other; other processes find it when they look by themselves.

const coalesceMilliseconds = 50
const listeners = new Set<() => void>()
let timer: NodeJS.Timeout | undefined

/** Wakes them in 50 ms, once however often it is called: by then the transaction has usually ended. */
export function wakeOutboxes(): void {
  if (timer || listeners.size === 0) return
  timer = setTimeout(() => {
    timer = undefined
    for (const listener of listeners) listener()
  }, coalesceMilliseconds).unref()
}

/** @returns what ends the listening. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
