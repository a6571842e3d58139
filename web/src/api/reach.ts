// Whether the server answers. Every call tells of its end here; while there is no answer, the server is asked by itself until
// there is one again.

export type Reach = {
  /** When the last answer came, in milliseconds of this machine's clock. */
  answeredAt: number
  /** No answer came since. */
  lost: boolean
}

let reach: Reach = { answeredAt: Date.now(), lost: false }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const firstPause = 1_000
const longestPause = 10_000
/** What a proxy says while the server behind it is away; the server itself says 503 until it is ready. */
const awayStatuses: readonly number[] = [502, 503, 504]

/** Whether an answer of this status comes from a server that works. */
export const isAway = (status: number): boolean => awayStatuses.includes(status)

function become(next: Reach): void {
  reach = next
  for (const told of listeners) told()
}

/** The server answered, whatever it said. */
export function answered(): void {
  clearTimeout(timer)
  if (reach.lost) become({ answeredAt: Date.now(), lost: false })
  else reach.answeredAt = Date.now()
}

/** No answer came: from now on the server is asked until one does. */
export function unanswered(): void {
  if (reach.lost) return
  become({ ...reach, lost: true })
  askAfter(firstPause)
}

function askAfter(pause: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    fetch('/readyz', { cache: 'no-store' }).then(
      ({ status }) => (isAway(status) ? askAfter(Math.min(pause * 2, longestPause)) : answered()),
      () => askAfter(Math.min(pause * 2, longestPause)),
    )
  }, pause)
}

if (typeof window !== 'undefined') window.addEventListener('online', () => reach.lost && askAfter(0))

export const reachNow = (): Reach => reach

/** @returns how to stop listening. */
export function listenToReach(told: () => void): () => void {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
