// Counts visits and clicks without delaying pages: buffered in memory, then written in batches. A killed process loses the last buffer,
// about two seconds.
import type { Database } from '../../../kit/database/database.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { type Sighting, writeSightings } from './landing.counting.ts'

/** Maximum buffer size while the database is unreachable. */
const mostKept = 200_000

export type Visits = {
  see(sighting: Sighting): void
  /** Writes the buffer; keeps it for the next attempt if that fails. */
  flush(): Promise<void>
}

const keyOf = ({ day, phaseId, hash }: Sighting) => `${day} ${phaseId} ${hash}`

export function openVisits(database: Database): Visits {
  let seen = new Map<string, Sighting>()
  const see = (sighting: Sighting) => {
    const key = keyOf(sighting)
    const before = seen.get(key)
    if (before) {
      const visited = before.visited || sighting.visited
      const clicked = before.clicked || sighting.clicked
      if (visited !== before.visited || clicked !== before.clicked) seen.set(key, { ...before, visited, clicked })
    } else if (seen.size < mostKept) seen.set(key, sighting)
  }
  return {
    see,
    flush: async () => {
      if (seen.size === 0) return
      const part = seen
      seen = new Map()
      try {
        await inTransaction(database, (tx) => writeSightings(tx, [...part.values()]))
      } catch (error) {
        for (const sighting of part.values()) see(sighting)
        throw error
      }
    },
  }
}
