// The clock of a simulation, which moves only when it is told, with the months that it reaches.
import { sql } from 'kysely'
import type { Database } from '../../src/kit/database/database.ts'
import { ensureLogMonths } from '../../src/log/index.ts'
import type { TestProduct } from '../product.ts'

/** A Tuesday; weeks begin on Mondays in UTC. */
export const start = new Date('2027-03-02T08:00:00Z')
const day = 86_400_000

/** Two months before the start; facts are told late. */
const first = '2027-01-01'
/** Partitions until this many days from now: a month of them costs each reader of all of them. */
const ahead = 70

async function ensureMonths(database: Database, until: Date): Promise<void> {
  const months = (until.getUTCFullYear() - 2027) * 12 + until.getUTCMonth() + 1
  await sql`
    select ledger.ensure_months(${first}, ${months}), bridge.ensure_months(${first}, ${months}), live.ensure_months(${first}, ${months})`.execute(
    database,
  )
  await ensureLogMonths(database, until)
}

export type Calendar = { now: () => Date; pass: (milliseconds: number) => Promise<void> }

/** `product`: the one that serves now. */
export async function openCalendar(product: () => TestProduct): Promise<Calendar> {
  let moment = start
  let until = new Date(0)
  const set = async () => {
    const { database, clock } = product()
    // Further than the next step may go.
    if (moment.getTime() + (ahead / 2) * day > until.getTime()) {
      until = new Date(moment.getTime() + ahead * day)
      await ensureMonths(database, until)
    }
    // A clock that hardly runs: only the simulation moves it.
    await sql`update kit.clock set wall_at = now(), platform_at = ${moment}, rate = 1e-9`.execute(database)
    await clock.refresh()
  }
  await ensureLogMonths(product().database, start)
  await set()
  return {
    now: () => moment,
    async pass(milliseconds) {
      moment = new Date(moment.getTime() + milliseconds)
      await set()
    },
  }
}
