// Waits until everything that was received is folded: balances, sums, and figures, whose pause between rounds would otherwise leave their
// work to a later measurement.
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { definitions } from '../../server/src/params/params.definitions.ts'
import { foldIndicators } from '../../server/src/rooms/indicators/fold/fold.service.ts'
import { areFiguresFolded } from '../../server/test/figuresFolded.ts'
import { ownMilliseconds } from './processor.ts'

let folding = 0

/** This process's processor time in `wait`, in milliseconds. */
export const foldMilliseconds = (): number => folding

/** Folds the figures at once, in this process, and waits for the server's rounds. */
export async function openSettling(url: string) {
  const database = openDatabase(url, { max: 1 })
  const others = `
    select exists (
      select from kit.reader r cross join lateral (
        select from ledger.entry e where e.version is not null and e.xid >= r.boundary limit 1) waiting
       where r.name in ('finance.userSums', 'users.wallet', 'flow.daily', 'ledger.fold', 'ledger.verify')) as waiting`
  const ask = async (statement: string) => (await sql.raw<{ waiting: boolean }>(statement).execute(database)).rows
  const isSettled = async () => (await ask(others))[0]?.waiting === false && (await areFiguresFolded(ask))
  return {
    async wait() {
      const before = ownMilliseconds()
      for (;;) {
        // The server's own round may hold the lock for longer than a statement may take.
        const work = { database, now: new Date(), zone: definitions.platform_time_zone.default }
        const more = await foldIndicators(work).catch(() => false)
        if (more) continue
        // Asking costs processor time as well, which would be counted as the events'.
        if (await isSettled()) break
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      folding += ownMilliseconds() - before
    },
    close: () => database.destroy(),
  }
}
