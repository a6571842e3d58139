// FIFO semaphore: a limited number work at once, the others wait in order.
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** @param atOnce the number of slots. */
export function turns(atOnce: number): InTurn {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else working++
    try {
      return await work()
    } finally {
      // Pass the slot to the next waiter; it is free only if nobody waits.
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
