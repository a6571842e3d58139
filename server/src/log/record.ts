// Writes the operation log, in the transaction of the change.
import type { OperationKey } from '@greenroom/contract/operations'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { sql } from 'kysely'
import type { Context } from '../kit/calls/context.ts'
import { runLater, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { entryFormat, personalApart } from './personal.ts'

export type LogEntry = {
  /** Defaults to the call's own operation. */
  operation?: OperationKey
  /** The changed object: `role 5`, `staff 12`. */
  target: string
  /** Text that readers see and search. */
  content: Sentence
  /** The row before and after; null if there was none. `withoutSecrets` removes secrets. */
  before: unknown
  after: unknown
  reason?: string | undefined
  /** The actor if nobody is signed in (log-in, registration, the system itself). */
  actor?:
    | { id: number | null; username: string; unionId?: number | null | undefined; agentId?: number | null | undefined }
    | undefined
}

/** Field names of secrets; amounts of tokens are not among them. */
const secret = /password|secret|hash$|token$/i

/** The value with secrets replaced by a mark, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return value.toString()
  if (Buffer.isBuffer(value)) return '•••'
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secret.test(key) && inner != null ? '•••' : withoutSecrets(inner),
    ]),
  )
}

const jsonOf = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

/** An entry with its words apart. */
function rowOf(context: Context, entry: LogEntry) {
  const { call, caller, now, ip, menu, requestId } = context
  const operation = entry.operation ?? call.operation
  if (!operation) throw new Error(`${call.name} declares no operation to log`)
  const actor = entry.actor ?? caller
  // Where staff work from is evidence, and stays; people of guilds, agents and visitors are the app's users.
  const isStaff = actor?.id != null && actor.unionId == null && actor.agentId == null
  const kept = personalApart(
    {
      operation,
      target: entry.target,
      content: entry.content,
      reason: entry.reason ?? '',
      ip,
      before: withoutSecrets(entry.before),
      after: withoutSecrets(entry.after),
    },
    isStaff ? null : actor?.id == null ? entry.target : `staff ${actor.id}`,
  )
  return { id: newId(now), at: now, actor, menu: menu ?? null, operation, requestId, ...kept }
}

/** Records one entry. */
export const record = (tx: Transaction, context: Context, entry: LogEntry): Promise<void> =>
  recordMany(tx, context, [entry])

/** Records many entries in one statement. */
export const recordMany = (tx: Transaction, context: Context, entries: LogEntry[]): Promise<void> =>
  recordEach(
    tx,
    entries.map((entry) => ({ context, entry })),
  )

/** Records entries of several calls in one statement, one array parameter per column, which is fast for thousands. */
export async function recordEach(
  tx: Transaction,
  all: readonly { context: Context; entry: LogEntry }[],
): Promise<void> {
  if (all.length === 0) return
  for (const { context } of all) context.logged++
  const rows = all.map(({ context, entry }) => rowOf(context, entry))
  const of = <T>(read: (row: (typeof rows)[number]) => T) => rows.map(read)
  const words = rows.flatMap(({ id, words: kept }) => kept.map((word) => ({ entry: id, ...word })))
  const apart = sql`
    with words as (
      insert into log.personal (entry, field, subject, value, salt)
      select * from unnest(${words.map(({ entry }) => entry)}::uuid[], ${words.map(({ field }) => field)}::text[],
                           ${words.map(({ subject }) => subject)}::text[], ${words.map(({ value }) => value)}::text[],
                           ${words.map(({ salt }) => salt)}::bytea[]))`
  const insert = sql`
    insert into log.entry (id, at, format, staff_id, username, union_id, agent_id, ip, menu_key, operation, target, content, reason,
                           before, after, request_id, personal)
    select e.id, e.at, ${entryFormat}, e.staff_id, e.username, e.union_id, e.agent_id, e.ip, e.menu_key, e.operation, e.target,
           e.content, e.reason, e.before::jsonb, e.after::jsonb, e.request_id, e.personal::jsonb
      from unnest(${of(({ id }) => id)}::uuid[], ${of(({ at }) => at)}::timestamptz[], ${of(({ actor }) => actor?.id ?? null)}::int[],
                  ${of(({ actor }) => actor?.username ?? '')}::text[], ${of(({ actor }) => actor?.unionId ?? null)}::int[],
                  ${of(({ actor }) => actor?.agentId ?? null)}::int[], ${of(({ parts }) => parts.ip)}::text[],
                  ${of(({ menu }) => menu)}::text[], ${of(({ operation }) => operation)}::text[],
                  ${of(({ parts }) => parts.target)}::text[], ${of(({ parts }) => parts.content)}::text[],
                  ${of(({ parts }) => parts.reason)}::text[], ${of(({ parts }) => jsonOf(parts.before))}::text[],
                  ${of(({ parts }) => jsonOf(parts.after))}::text[], ${of(({ requestId }) => requestId)}::text[],
                  ${of(({ hashes }) => jsonOf(hashes))}::text[])
        as e(id, at, staff_id, username, union_id, agent_id, ip, menu_key, operation, target, content, reason, before, after, request_id,
             personal)`
  await runLater(tx, words.length === 0 ? insert : sql`${apart} ${insert}`)
}
