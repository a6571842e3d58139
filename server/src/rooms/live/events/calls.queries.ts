// Calls, read and written in sets by the event handlers.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordset } from './broadcasts.queries.ts'
import type { Call } from './calls.rules.ts'

const columns = sql`c.id, c.caller_id, c.callee_id, c.kind, c.unit_price, c.match_id, c.requested_at, c.answered_at,
  c.ended_at, c.end_reason, c.ended_by, c.seconds, c.seconds_ended, c.minutes_reported, c.minutes_ended, c.minutes_missed, c.minute_held,
  c.hold_id, c.held_free, c.free_minutes, c.last_seen_at, c.tokens, c.promo_tokens, c.gift_tokens, c.bonus, c.snapshot_url, c.snapshot_at,
  c.risk_score, c.labels`

/** These calls, locked in id order; unknown ones are inserted first, with their fields empty. */
export async function lockCalls(tx: Transaction, now: Date, ids: readonly string[]): Promise<Call[]> {
  if (ids.length === 0) return []
  const there = await lockCallsById(tx, ids)
  if (there.length === ids.length) return there
  const known = new Set(there.map((row) => row.id))
  const missing = ids.filter((id) => !known.has(id)).toSorted()
  await sql`insert into live.call (id, heard_at) select id, ${now} from unnest(${missing}::text[]) as i(id)
    on conflict do nothing`.execute(tx)
  return [...there, ...(await lockCallsById(tx, missing))]
}

/** The existing ones of these calls, locked in id order. */
export async function lockCallsById(tx: Transaction, ids: readonly string[]): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${columns} from live.call c where c.id = any(${ids}::text[]) order by c.id for no key update`.execute(tx)
  return rows
}

/** Running calls of these users, locked in id order. */
export async function lockCallsOf(tx: Transaction, userIds: readonly bigint[]): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${columns} from live.call c
     where c.id in (select id from live.call where ended_at is null and caller_id = any(${userIds}::bigint[])
                    union all
                    select id from live.call where ended_at is null and callee_id = any(${userIds}::bigint[]))
       and c.ended_at is null
     order by c.id for no key update`.execute(tx)
  return rows
}

/** Locks up to `limit` running calls without an event since `cutOff`; skips those locked by other transactions. */
export async function lockSilentCalls(tx: Transaction, cutOff: Date, limit: number): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${columns} from live.call c
     where c.ended_at is null and c.caller_id is not null and c.heard_at < ${cutOff}
       and coalesce(c.last_seen_at, c.heard_at) < ${cutOff}
     order by c.id limit ${limit} for no key update skip locked`.execute(tx)
  return rows
}

/** Updates changed calls, which are locked, in one statement. */
export async function saveCalls(tx: Transaction, now: Date, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return
  await sql`
    update live.call c
       set caller_id = n.caller_id, callee_id = n.callee_id, kind = n.kind, unit_price = n.unit_price,
           match_id = n.match_id, requested_at = n.requested_at, answered_at = n.answered_at, ended_at = n.ended_at,
           end_reason = n.end_reason, ended_by = n.ended_by, seconds = n.seconds, seconds_ended = n.seconds_ended,
           minutes_reported = n.minutes_reported,
           minutes_ended = n.minutes_ended, minutes_missed = n.minutes_missed, minute_held = n.minute_held,
           hold_id = n.hold_id, held_free = n.held_free, free_minutes = n.free_minutes, last_seen_at = n.last_seen_at, tokens = n.tokens, promo_tokens = n.promo_tokens,
           gift_tokens = n.gift_tokens, bonus = n.bonus, snapshot_url = n.snapshot_url, snapshot_at = n.snapshot_at,
           risk_score = n.risk_score, labels = n.labels, heard_at = ${now}
      from ${recordset(
        calls,
        sql`id text, caller_id bigint, callee_id bigint, kind text, unit_price int, match_id text,
            requested_at timestamptz, answered_at timestamptz, ended_at timestamptz, end_reason text, ended_by text,
            seconds int, seconds_ended int, minutes_reported int, minutes_ended int, minutes_missed int[], minute_held int, hold_id uuid,
            held_free boolean, free_minutes int,
            last_seen_at timestamptz, tokens bigint, promo_tokens bigint, gift_tokens bigint, bonus bigint,
            snapshot_url text, snapshot_at timestamptz, risk_score real, labels text[]`,
      )}
     where c.id = n.id`.execute(tx)
}
