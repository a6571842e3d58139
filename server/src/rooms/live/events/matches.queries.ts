// Matches, written in sets by the event handlers.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

export type Match = {
  id: string
  user_id: bigint | null
  requested_at: Date | null
  ended_at: Date | null
  outcome: string | null
  waited_seconds: number | null
  call_id: string | null
}

/** Inserts matches or fills empty fields; existing values stay, so repeated and late events change nothing. */
export async function saveMatches(tx: Transaction, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return
  const sorted = matches.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await sql`
    insert into live.match as m (id, user_id, requested_at, ended_at, outcome, waited_seconds, call_id)
    select * from unnest(
      ${sorted.map((m) => m.id)}::text[], ${sorted.map((m) => m.user_id)}::bigint[],
      ${sorted.map((m) => m.requested_at)}::timestamptz[], ${sorted.map((m) => m.ended_at)}::timestamptz[],
      ${sorted.map((m) => m.outcome)}::text[], ${sorted.map((m) => m.waited_seconds)}::int[],
      ${sorted.map((m) => m.call_id)}::text[])
    on conflict (id) do update
      set user_id = coalesce(m.user_id, excluded.user_id), requested_at = coalesce(m.requested_at, excluded.requested_at),
          ended_at = coalesce(m.ended_at, excluded.ended_at), outcome = coalesce(m.outcome, excluded.outcome),
          waited_seconds = coalesce(m.waited_seconds, excluded.waited_seconds),
          call_id = coalesce(m.call_id, excluded.call_id)`.execute(tx)
}
