// What accounts decided alone.
import type { AloneKind } from '@greenroom/contract/money'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'

/** Serialises decisions of a kind by this account, because their amounts add up. */
export const lockAlone = (tx: Transaction, staffId: number, kind: AloneKind) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`alone ${kind} of ${staffId}`}, 0))`.execute(tx)

/** What this account decided alone since `since`, without what was taken back. */
export async function sumAlone(reader: Reader, staffId: number, kind: AloneKind, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from access.alone
     where staff_id = ${staffId} and kind = ${kind} and at > ${since} and taken_back_at is null`.execute(reader)
  return rows[0]!.sum
}

export type Part = { subject: string; amount: bigint }

export const insertAlone = (
  tx: Transaction,
  { staffId, kind, at, parts }: { staffId: number; kind: AloneKind; at: Date; parts: readonly Part[] },
) =>
  sql`
    insert into access.alone (staff_id, kind, subject, amount, at)
    select ${staffId}, ${kind}, p.subject, p.amount, ${at}
      from unnest(${parts.map(({ subject }) => subject)}::text[], ${parts.map(({ amount }) => amount)}::bigint[])
           as p(subject, amount)`.execute(tx)

export const setTakenBack = (tx: Transaction, kind: AloneKind, subjects: readonly string[], at: Date) =>
  sql`
    update access.alone set taken_back_at = ${at}
     where kind = ${kind} and subject = any(${subjects}::text[]) and taken_back_at is null`.execute(tx)
