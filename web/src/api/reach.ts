// Tracks whether the server is reachable. Every call reports its end here; during an outage the server is polled until it answers.

export type Reach = {
  /** When the last answer came, in milliseconds of this machine's clock. */
  answeredAt: number
  /** True while the server does not answer. */
  lost: boolean
  /** True once a server has another contract than this page. */
  outdated: boolean
}

let reach: Reach = { answeredAt: Date.now(), lost: false, outdated: false }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const firstPause = 1_000
const longestPause = 10_000
/** Statuses of a proxy whose server is down; the server itself answers 503 until it is ready. */
const awayStatuses: readonly number[] = [502, 503, 504]

/** True if this status comes from a working server. */
export const isAway = (status: number): boolean => awayStatuses.includes(status)

function become(next: Reach): void {
  reach = next
  for (const listener of listeners) listener()
}

/** Reports an answer, whatever its content. */
export function answered(): void {
  clearTimeout(timer)
  if (reach.lost) become({ ...reach, answeredAt: Date.now(), lost: false })
  else reach.answeredAt = Date.now()
}

/** Reports that the server was updated: people are asked to reload when it suits them. */
export function outdated(): void {
  if (!reach.outdated) become({ ...reach, outdated: true })
}

/** Reports a missing answer: polls the server until it answers. */
export function unanswered(): void {
  if (reach.lost) return
  become({ ...reach, lost: true })
  askAfter(firstPause)
}

function askAfter(pause: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    void fetch('/readyz?serves', { cache: 'no-store' })
      .then(({ status }) => isAway(status))
      .catch(() => true)
      .then((away) => (away ? askAfter(Math.min(pause * 2, longestPause)) : answered()))
  }, pause)
}

if (typeof window !== 'undefined') window.addEventListener('online', () => reach.lost && askAfter(0))

export const reachNow = (): Reach => reach

/** @returns a function that unsubscribes. */
export function listenToReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
