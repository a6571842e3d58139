// The draws of a simulation: the same seed draws the same, and each step draws from its own, so that leaving a step out changes no other.

export type Random = {
  /** A whole number from `from` to `to`, both included. */
  whole: (from: number, to: number) => number
  /** True once in `of`. */
  once: (of: number) => boolean
  /** One of these. @throws for none */
  one: <T>(all: readonly T[]) => T
  /** One of these, or undefined if there are none. */
  some: <T>(all: readonly T[]) => T | undefined
  /** Some of these in their order, at least one if there are any. */
  few: <T>(all: readonly T[], most: number) => T[]
}

/** mulberry32: short, and good enough to choose acts. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function randomOf(seed: number, step: number): Random {
  const next = mulberry(Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b))
  // The first draws of neighbouring seeds resemble each other.
  next()
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const some = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
  return {
    whole,
    some,
    once: (of) => whole(1, of) === 1,
    one(all) {
      const chosen = some(all)
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    few: (all, most) => {
      if (all.length === 0) return []
      const from = whole(0, all.length - 1)
      return all.slice(from, from + whole(1, most))
    },
  }
}
