// Session cache: who is behind a token, kept for up to a second, since every call asks. A commit of this process that
// changes sessions, accounts, roles or guilds clears the cache before the caller is answered; changes by other
// processes count within the second.

import type { Staff } from '../kit/calls/context.ts'
import { type Watch, watchOf } from '../kit/database/client.ts'

/** How long another process's change may go unnoticed. */
export const keptMilliseconds = 1_000

/** As read by `session.ts`. */
const read = ['session', 'staff', 'staff_role', 'role', 'role_menu', 'menu'].map((table) => `access.${table}`)

export type KeptSessions = {
  /** The token's session, or null; from a read within the last second and after this process's last change. */
  staffOf(token: string, read: () => Promise<Staff | null>): Promise<Staff | null>
  /** Call on this process's writes. */
  watch: Watch
  /** Reads all anew, as it does a second after another process's change. */
  forget(): void
}

const most = 10_000

/** @param now monotonic milliseconds. */
export function openSessionCache(now: () => number = () => performance.now()): KeptSessions {
  const kept = new Map<string, { staff: Staff; until: number }>()
  const reading = new Map<string, Promise<Staff | null>>()
  /** Change counter: a read that began before a change must not be cached after it. */
  let changes = 0

  const drop = () => {
    changes++
    kept.clear()
    // Later callers read again instead of joining a read from before the change.
    reading.clear()
  }

  async function fresh(token: string, ask: () => Promise<Staff | null>): Promise<Staff | null> {
    const [changesBefore, at] = [changes, now()]
    const staff = await ask()
    if (changesBefore !== changes) return staff
    if (kept.size >= most) kept.clear()
    // Taken before the read: the database may have looked as early as this.
    if (staff) kept.set(token, { staff, until: at + keptMilliseconds })
    return staff
  }

  return {
    watch: watchOf([...read, 'guilds.guild'], drop),
    forget: drop,
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
