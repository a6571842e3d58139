// Removes what is older than its kind's parameter says, a little in each turn, and says how much it removed.
import type { Answer } from '@greenroom/contract/call'
import type { retentionInfo } from '@greenroom/contract/privacy'
import { retentionKinds } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { IsRunning } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Reader, type Transaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { forfeit } from './erase/erase.money.ts'
import { erasuresOf } from './erase/erase.statements.ts'
import { atOnce, type Removed, type Retention, retentions } from './retention.kinds.ts'

type At = { database: Database; clock: Pick<Clock, 'now'>; params: Params }

const dayMs = 86_400_000

/** The moment before which a kind's data is removed; null keeps it. */
function limitOf({ param, unit }: Retention, params: Params, now: Date): Date | null {
  const keep = params.integer(param)
  if (keep === 0) return null
  if (unit === 'days') return new Date(now.getTime() - keep * dayMs)
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - keep)
  return limit
}

/** Removes what is too old. @returns rows by kind */
export async function removeOld({ database, clock, params }: At, isRunning: IsRunning): Promise<Map<string, number>> {
  const removed = new Map<string, number>()
  for (const kind of retentionKinds) {
    const now = clock.now()
    const retention = retentions[kind]
    const before = limitOf(retention, params, now)
    if (before === null) continue
    /** Does one step in a transaction that notes how much it removed. @returns whether there may be more */
    const step = (work: (tx: Transaction) => Promise<Removed>) =>
      inTransaction(database, async (tx) => {
        const done = await work(tx)
        if (done.removed > 0)
          await sql`
            insert into privacy.removal as r (kind, day, rows) values (${kind}, ${now.toISOString().slice(0, 10)}::date, ${done.removed})
            on conflict (kind, day) do update set rows = r.rows + excluded.rows`.execute(tx)
        removed.set(kind, (removed.get(kind) ?? 0) + done.removed)
        return done
      })
    if ('step' in retention) {
      while (isRunning() && (await retention.step(step, params.integer(retention.param))).goesOn);
      continue
    }
    for (const statement of retention.statements(before, now)) {
      const part = async (tx: Transaction): Promise<Removed> => {
        const { rows } = await statement.execute(tx)
        return { removed: rows.length, goesOn: rows.length === atOnce }
      }
      while (isRunning() && (await step(part)).goesOn);
    }
  }
  return removed
}

const shownDays = 30

/** What staff see of it. */
export async function retentionShown(
  reader: Reader,
  params: Params,
  now: Date,
): Promise<Answer<typeof retentionInfo>['kinds']> {
  const { rows } = await sql<{ kind: string; removed: number; lastDay: string }>`
    select kind, coalesce(sum(rows) filter (where day > (${now}::timestamptz - make_interval(days => ${shownDays}))::date), 0)::int as removed,
           max(day)::text as "lastDay"
      from privacy.removal group by kind`.execute(reader)
  return retentionKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return {
      kind,
      keep: params.integer(retentions[kind].param),
      removed: row?.removed ?? 0,
      lastDay: row?.lastDay ?? null,
    }
  })
}

/** Late events come within days. */
const lateDays = 7
/** Tables whose words may arrive with an event that names nobody. */
const lateTables: ReadonlySet<string> = new Set(['live.session', 'live.call', 'finance.recharge_order'])

/**
 * Forgets again what arrived beside the event that said whose it was: the screen of arrivals (`arrivals.ts`) sees neither of two that are taken at
 * the same moment.
 */
export async function forgetLate({ database, clock }: Pick<At, 'database' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - lateDays * dayMs)
  const { rows } = await sql<{ userId: bigint }>`
    select e.user_id as "userId" from privacy.erased e
      join privacy.deletion d on d.id = e.deletion_id and d.state = 'erased'
     where e.returned_at is null and e.erased_at > ${since}`.execute(database)
  for (const { userId } of rows)
    for (const statement of erasuresOf(userId))
      if (lateTables.has(statement.table)) await sql.raw(statement.sql).execute(database)
}

/** Facts of money that arrived after somebody was erased stay under the number; what they brought is forfeited, too. */
export async function forfeitLate({ database, clock }: Pick<At, 'database' | 'clock'>): Promise<number> {
  const { rows } = await sql<{ userId: bigint }>`
    select e.user_id as "userId" from privacy.erased e
      join privacy.deletion d on d.id = e.deletion_id and d.state = 'erased'
      join users.wallet w on w.user_id = e.user_id
     where e.returned_at is null and (w.tokens > 0 or w.bonus > 0) order by e.user_id limit 200`.execute(database)
  if (rows.length === 0) return 0
  const now = clock.now()
  return inTransaction(database, (tx) =>
    forfeit(
      tx,
      rows.map(({ userId }) => userId),
      now,
      `late ${now.toISOString()}`,
    ),
  )
}
