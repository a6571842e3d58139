// The last transactions of requests that this process was told are committed, in memory: after a failover they say whether the new primary has
// them all. What background work did is not among them: nobody was told of it, and it is done again.

/** `lsn`: where the log stood just before the commit, on `timeline`. `at`: when the commit was acknowledged, in milliseconds of this machine's clock. */
export type Commit = { xid: bigint; lsn: bigint; timeline: number; at: number }

export type Commits = {
  add(commit: Omit<Commit, 'at'>): void
  /** Those that are remembered, the oldest first. */
  all(): Commit[]
  forget(): void
}

/** A quarter of a minute at two thousand transactions a second; hours for most installations. */
const most = 32_768

export function openCommits(now: () => number, size = most): Commits {
  const [xids, lsns, times] = [new BigUint64Array(size), new BigUint64Array(size), new Float64Array(size)]
  const timelines = new Uint32Array(size)
  let added = 0
  return {
    add({ xid, lsn, timeline }) {
      const place = added++ % size
      timelines[place] = timeline
      xids[place] = xid
      lsns[place] = lsn
      times[place] = now()
    },
    all() {
      const first = Math.max(0, added - size)
      return Array.from({ length: added - first }, (_, offset) => {
        const place = (first + offset) % size
        return { xid: xids[place]!, lsn: lsns[place]!, timeline: timelines[place]!, at: times[place]! }
      })
    },
    forget() {
      added = 0
    },
  }
}

/** A position in the log, as PostgreSQL writes it (`16/B374D848`). */
export const lsnOf = (text: string): bigint => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** What a failover lost of what one server acknowledged. */
export type Loss = {
  outcome: 'complete' | 'lost' | 'unknown'
  transactions: number
  /** Between which moments what is lost was acknowledged. */
  from: Date | null
  until: Date | null
}

/**
 * Compares what was acknowledged with what the new primary has. A transaction whose log position is beyond the end of what was replayed is
 * lost; one before it is there if PostgreSQL says that it committed.
 *
 * @param replayed the end of what the new primary got from the old one; null if it cannot tell any more
 * @param kept whether the new primary committed it, for those before the end that were asked for
 */
export function lossOf(commits: readonly Commit[], replayed: bigint | null, kept: ReadonlyMap<bigint, boolean>): Loss {
  const lost = commits.filter(({ xid, lsn }) => (replayed !== null && lsn > replayed) || kept.get(xid) === false)
  const last = commits.at(-1)
  if (lost.length === 0 || !last) {
    const isKnown = replayed !== null || commits.length === 0
    return { outcome: isKnown ? 'complete' : 'unknown', transactions: 0, from: null, until: null }
  }
  const from = Math.min(...lost.map(({ at }) => at))
  return { outcome: 'lost', transactions: lost.length, from: new Date(from), until: new Date(last.at) }
}

/** Seconds that were lost, as they are said: none is less than one. */
export const secondsOf = ({ from, until }: Pick<Loss, 'from' | 'until'>): number =>
  from === null || until === null ? 0 : Math.max(1, Math.ceil((until.getTime() - from.getTime()) / 1_000))
