// Who is behind a token, kept in memory for up to a second, since every call asks. Whatever this process changes about
// sessions, accounts, roles or guilds ends all that is kept with its commit, before the change is answered; what another
// process changes counts here within the second.

import { type Watch, watchOf } from '../kit/client.ts'
import type { Staff } from '../kit/context.ts'

/** How long another process's change may remain unknown to this one. */
export const keptMilliseconds = 1_000

/** What `session.ts` reads. */
const read = ['session', 'staff', 'staff_role', 'role', 'role_menu', 'menu'].map((table) => `access.${table}`)

export type KeptSessions = {
  /** Whose token this is, or null; as `read` told it within the last second, and after the last change made here. */
  staffOf(token: string, read: () => Promise<Staff | null>): Promise<Staff | null>
  /** To be told of this process's writes. */
  watch: Watch
}

const most = 10_000

/** @param now milliseconds that only grow. */
export function keepSessions(now: () => number = () => performance.now()): KeptSessions {
  const kept = new Map<string, { staff: Staff; until: number }>()
  const reading = new Map<string, Promise<Staff | null>>()
  /** Counts changes: what was read before one must not be kept after it. */
  let changes = 0

  const drop = () => {
    changes++
    kept.clear()
    // Whoever asks from now on reads anew rather than waiting for an answer from before the change.
    reading.clear()
  }

  async function fresh(token: string, ask: () => Promise<Staff | null>): Promise<Staff | null> {
    const [begun, at] = [changes, now()]
    const staff = await ask()
    if (begun !== changes) return staff
    if (kept.size >= most) kept.clear()
    // From before the reading: the database may have looked at its beginning.
    if (staff) kept.set(token, { staff, until: at + keptMilliseconds })
    return staff
  }

  return {
    watch: watchOf([...read, 'guilds.guild'], drop),
    async staffOf(token, ask) {
      const known = kept.get(token)
      if (known && known.until > now()) return known.staff
      kept.delete(token)
      const waiting = reading.get(token)
      if (waiting) return waiting
      const asking = fresh(token, ask).finally(() => {
        if (reading.get(token) === asking) reading.delete(token)
      })
      reading.set(token, asking)
      return asking
    },
  }
}
