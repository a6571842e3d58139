// Writes the operation log, in the transaction of the change it tells of.
import type { OperationKey } from '@greenroom/contract/operations'
import { sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import { json, type Transaction } from '../kit/database.ts'
import { newId } from '../kit/random.ts'

export type LogEntry = {
  /** The call's own operation unless the entry tells of something beside it. */
  operation?: OperationKey
  /** What was changed: `role 5`, `staff 12`. */
  target: string
  /** One line a reader searches: names, numbers. */
  content: string
  /** The row before and after; null where there was none. Secrets are left out by `withoutSecrets`. */
  before: unknown
  after: unknown
  reason?: string | undefined
  /** Who did it where nobody is signed in (logging in, registering, the system itself). */
  actor?:
    | { id: number | null; username: string; unionId?: number | null | undefined; agentId?: number | null | undefined }
    | undefined
}

/** Fields nobody may read again. An amount of tokens is none of them. */
const secret = /password|secret|hash$|token$/i

/** The value with everything that must not be read again replaced by a mark, at any depth. */
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

/** Records one entry. */
export const record = (tx: Transaction, context: Context, entry: LogEntry): Promise<void> =>
  recordMany(tx, context, [entry])

/** Records a set of entries in one statement. */
export async function recordMany(tx: Transaction, context: Context, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  context.logged += entries.length
  const { caller } = context
  await tx
    .insertInto('log.entry')
    .values(
      entries.map((entry) => {
        const operation = entry.operation ?? context.call.operation
        if (!operation) throw new Error(`${context.call.name} declares no operation to log`)
        return {
          id: newId(context.now),
          at: context.now,
          staff_id: entry.actor ? entry.actor.id : (caller?.id ?? null),
          username: entry.actor?.username ?? caller?.username ?? '',
          union_id: (entry.actor ?? caller)?.unionId ?? null,
          agent_id: (entry.actor ?? caller)?.agentId ?? null,
          ip: context.ip,
          menu_key: context.menu ?? null,
          operation,
          target: entry.target,
          content: entry.content.slice(0, 500),
          reason: entry.reason ?? '',
          before: entry.before == null ? sql<null>`null` : json(withoutSecrets(entry.before)),
          after: entry.after == null ? sql<null>`null` : json(withoutSecrets(entry.after)),
          request_id: context.requestId,
        }
      }),
    )
    .execute()
}
