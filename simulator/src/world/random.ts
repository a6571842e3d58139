// The world's only source of randomness: the same seed makes the same world.

/** Mixes integers into one 32-bit integer (MurmurHash3's finalizer): a trait derived from the seed and a number. */
export function mix(seed: number, a: number, b = 0): number {
  let h = (seed ^ Math.imul(a | 0, 0x9e3779b1) ^ Math.imul(b | 0, 0x85ebca77)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The same as a share, 0 to 1. */
export const share = (seed: number, a: number, b = 0): number => mix(seed, a, b) / 4_294_967_296

export type Random = {
  /** 0 (included) to 1 (excluded). */
  next(): number
  /** 32 random bits. */
  bits(): number
  /** 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** An exponentially distributed wait with this mean. */
  wait(mean: number): number
  /** Log-normal sizes and lengths: half are below `median`; `spread` 0.5 is narrow, 1 is wide. */
  around(median: number, spread: number): number
}

/** sfc32 (Chris Doty-Humphrey's small fast counter), from PractRand; 128 bits of state. */
export function randomOf(seed: number, stream = 0): Random {
  let a = mix(seed, 1, stream)
  let b = mix(seed, 2, stream)
  let c = mix(seed, 3, stream)
  let counter = 1
  const bits = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let round = 0; round < 12; round++) bits()
  const next = () => bits() / 4_294_967_296
  const random: Random = {
    next,
    bits,
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    wait: (mean) => -Math.log(1 - next()) * mean,
    around: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  }
  return random
}

/** A UUIDv7 of a simulated time. */
export function idOf(random: Random, at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0')
  const hex = (count: number) =>
    random
      .bits()
      .toString(16)
      .padStart(8, '0')
      .slice(8 - count)
  const variant = '89ab'[random.bits() & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}
