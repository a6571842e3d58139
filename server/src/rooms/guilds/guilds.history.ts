// A guild's history: events, actors and reasons. Append-only.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'

export type GuildEvent = {
  guildId: number
  at: Date
  /** An account's name; `system` for jobs. */
  by: string
  what:
    | 'registered'
    | 'approved'
    | 'rejected'
    | 'banned'
    | 'unbanned'
    | 'dissolved'
    | 'warned'
    | 'leader changed'
    | 'method changed'
    | 'rate changed'
    | 'parent changed'
  reason?: string
  /** Values before and after, by field. */
  detail?: Record<string, { before: unknown; after: unknown }>
}

/** Adds to the history, in the transaction of the change. */
export async function addHistory(tx: Transaction, events: readonly GuildEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into guilds.event (id, guild_id, at, by, what, reason, detail)
    select * from unnest(
      ${events.map((e) => newId(e.at))}::uuid[], ${events.map((e) => e.guildId)}::int[], ${events.map((e) => e.at)}::timestamptz[],
      ${events.map((e) => e.by)}::text[], ${events.map((e) => e.what)}::text[], ${events.map((e) => e.reason ?? '')}::text[],
      ${events.map((e) => JSON.stringify(e.detail ?? {}))}::jsonb[])`.execute(tx)
}
