// Counts of incoming events and outgoing commands.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'

export type Counted = {
  accepted: number
  duplicate: number
  rejected: number
  failed: number
  /** Total and maximum latency of accepted events, in milliseconds. */
  lag_ms: number
  worst_lag_ms: number
}
export type Errors = { type: string; code: number; count: number; last_at: Date }
export type Waiting = { waiting: number; dead: number; oldest_at: Date | null; delivered: number }

const sums = sql`
  sum(accepted)::int as accepted, sum(duplicate)::int as duplicate, sum(rejected)::int as rejected, sum(failed)::int as failed,
  sum(lag_ms)::float8 as lag_ms, max(worst_lag_ms)::float8 as worst_lag_ms`
const only = (clientId: number | undefined) => (clientId === undefined ? sql`true` : sql`client_id = ${clientId}`)

/** Events since `since` (business time), by minute. */
export const byMinute = async (reader: Reader, since: Date, clientId: number | undefined) =>
  (
    await sql<Counted & { minute: Date }>`
      select minute, ${sums} from bridge.traffic where minute >= ${since} and ${only(clientId)}
       group by minute order by minute`.execute(reader)
  ).rows

/** The same by type, most frequent first. */
export const byType = async (reader: Reader, since: Date, clientId: number | undefined) =>
  (
    await sql<Counted & { type: string }>`
      select type, ${sums} from bridge.traffic where minute >= ${since} and ${only(clientId)}
       group by type order by sum(accepted + duplicate + rejected + failed) desc, type`.execute(reader)
  ).rows

/** Stored rejected lines since then, by type and code. */
export const errorsSince = async (reader: Reader, since: Date, clientId: number | undefined) =>
  (
    await sql<Errors>`
      select type, code, count(*)::int as count, max(at) as last_at from bridge.rejection
       where id >= ${idAt(since)} and ${only(clientId)}
       group by type, code order by count(*) desc, type, code limit 50`.execute(reader)
  ).rows

/** Pending, dead, and delivered commands since `since` (wall time). */
export async function outboxOf(reader: Reader, since: Date, clientId: number | undefined): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select w.waiting, (select count(*)::int from bridge.delivery where state = 'dead' and ${only(clientId)}) as dead,
           (select m.at from bridge.delivery d join bridge.command m on m.id = d.command_id where d.seq = w.oldest) as oldest_at,
           (select count(*)::int from bridge.delivery
             where state = 'delivered' and delivered_at >= ${since} and ${only(clientId)}) as delivered
      from (select count(*)::int as waiting, min(seq) as oldest
              from bridge.delivery where state = 'waiting' and ${only(clientId)}) w`.execute(reader)
  return rows[0]!
}
