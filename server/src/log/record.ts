// Writes the operation log, in the transaction of the change it tells of.
import type { OperationKey } from '@greenroom/contract/operations'

import type { Sentence } from '@greenroom/contract/sentences/words'
import type { Context, Language } from '../kit/context.ts'

import { json, runPrepared, type Transaction } from '../kit/database.ts'
import { newId } from '../kit/random.ts'

export type LogEntry = {
  /** The call's own operation unless the entry tells of something beside it. */
  operation?: OperationKey
  /** What was changed: `role 5`, `staff 12`. */
  target: string
  /** What a reader sees and searches: a sentence in both languages, or one line of names and numbers. */
  content: string | Sentence
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

const most = 500
const lineOf = (text: string) => text.replace(/\s*\n\s*/g, ' ').slice(0, most)

/** Between the two languages of a kept content: no text of people or of older entries holds it. */
const between = '\u001f'

/** As the log keeps it: one line, or the English and then the Chinese one, so that a search finds words of both. */
export const contentOf = (content: LogEntry['content']): string =>
  typeof content === 'string' ? lineOf(content) : `${lineOf(content.en)}${between}${lineOf(content.cn)}`

/** The line of a kept content that a reader of `language` sees. */
export function lineIn(content: string, language: Language): string {
  const [en = '', cn = en] = content.split(between)
  return language === 'cn' ? cn : en
}

/** Records one entry. */
export const record = (tx: Transaction, context: Context, entry: LogEntry): Promise<void> =>
  recordMany(tx, context, [entry])

/** Records a set of entries in one statement. */
export async function recordMany(tx: Transaction, context: Context, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  context.logged += entries.length
  const { caller } = context
  const insert = tx.insertInto('log.entry').values(
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
        content: contentOf(entry.content),
        reason: entry.reason ?? '',
        before: json(withoutSecrets(entry.before)),
        after: json(withoutSecrets(entry.after)),
        request_id: context.requestId,
      }
    }),
  )
  await runPrepared(tx, insert)
}
