// Lets so many work at once; the others wait in their order.
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** @param atOnce how many may work at the same time. */
export function turns(atOnce: number): InTurn {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else working++
    try {
      return await work()
    } finally {
      // The place goes on to the next; only when nobody waits it's free.
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
