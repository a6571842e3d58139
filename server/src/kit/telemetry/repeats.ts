// The same thing over and over: said once, then counted. Pure but for the clock that it is given.

export type Repeats = {
  /** Null if it was said within the window; else how often it happened since and was not said. */
  take(key: string): number | null
  /** What happened since it was said and was not said again, of windows that are over: forgotten by this. */
  over(): { key: string; times: number }[]
}

type Said = { until: number; times: number }

/**
 * @param options.everyMs how long a key is only counted after it was said
 * @param options.most keys that are remembered; of more, each is said
 */
export function openRepeats({
  everyMs,
  now,
  most = 1_000,
}: {
  everyMs: number
  now: () => number
  most?: number
}): Repeats {
  const said = new Map<string, Said>()
  return {
    take(key) {
      const at = now()
      const before = said.get(key)
      if (before && at < before.until) {
        before.times++
        return null
      }
      said.delete(key)
      if (said.size < most) said.set(key, { until: at + everyMs, times: 0 })
      return before?.times ?? 0
    },
    over() {
      const at = now()
      const ended = [...said].filter(([, { until }]) => at >= until)
      for (const [key] of ended) said.delete(key)
      return ended.flatMap(([key, { times }]) => (times > 0 ? [{ key, times }] : []))
    },
  }
}
