// Writes the operation log, in the transaction of the change.
import type { OperationKey } from '@greenroom/contract/operations'

import type { Sentence } from '@greenroom/contract/sentences/words'
import { sql } from 'kysely'
import type { Context, Language } from '../kit/calls/context.ts'
import { runLater, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'

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

const most = 500
const lineOf = (text: string) => text.replace(/\s*\n\s*/g, ' ').slice(0, most)

/** Separates the two languages of a stored text; occurs in no other content. */
const between = '\u001f'

/** The stored form: the English line, then the Chinese one, so that a search finds both. */
export const contentOf = (content: Sentence): string => `${lineOf(content.en)}${between}${lineOf(content.cn)}`

/** The line of a stored text in the reader's `language`. */
export function lineIn(content: string, language: Language): string {
  const [en = '', cn = en] = content.split(between)
  return language === 'cn' ? cn : en
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
  const of = <T>(read: (entry: LogEntry, context: Context) => T) =>
    all.map(({ entry, context }) => read(entry, context))
  const actorOf = ({ actor }: LogEntry, { caller }: Context) => actor ?? caller
  const operation = of((entry, { call }) => {
    const key = entry.operation ?? call.operation
    if (!key) throw new Error(`${call.name} declares no operation to log`)
    return key
  })
  const kept = (value: unknown) => (value == null ? null : JSON.stringify(withoutSecrets(value)))
  const insert = sql`
    insert into log.entry (id, at, staff_id, username, union_id, agent_id, ip, menu_key, operation, target, content, reason,
                           before, after, request_id)
    select e.id, e.at, e.staff_id, e.username, e.union_id, e.agent_id, e.ip, e.menu_key, e.operation, e.target, e.content, e.reason,
           e.before::jsonb, e.after::jsonb, e.request_id
      from unnest(${of((_, { now }) => newId(now))}::uuid[], ${of((_, { now }) => now)}::timestamptz[],
                  ${of((entry, context) => actorOf(entry, context)?.id ?? null)}::int[],
                  ${of((entry, context) => actorOf(entry, context)?.username ?? '')}::text[],
                  ${of((entry, context) => actorOf(entry, context)?.unionId ?? null)}::int[],
                  ${of((entry, context) => actorOf(entry, context)?.agentId ?? null)}::int[],
                  ${of((_, { ip }) => ip)}::text[], ${of((_, { menu }) => menu ?? null)}::text[], ${operation}::text[],
                  ${of(({ target }) => target)}::text[], ${of(({ content }) => contentOf(content))}::text[],
                  ${of(({ reason }) => reason ?? '')}::text[], ${of(({ before }) => kept(before))}::text[],
                  ${of(({ after }) => kept(after))}::text[], ${of((_, { requestId }) => requestId)}::text[])
        as e(id, at, staff_id, username, union_id, agent_id, ip, menu_key, operation, target, content, reason, before, after, request_id)`
  await runLater(tx, insert)
}
