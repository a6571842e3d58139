// Decisions that take effect some seconds later.
import { type Selectable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../kit/database/database.ts'
import type { Outcome } from './decisions.rules.ts'

export type DecisionOf = 'withdrawal' | 'approval'
export type DecisionVerb = 'pass' | 'ask' | 'refuse' | 'approve'

export type Decision = Omit<Selectable<DB['access.decision']>, 'kind' | 'verb' | 'outcome'> & {
  kind: DecisionOf
  verb: DecisionVerb
  outcome: Outcome | null
  by: string
}

export type NewDecision = Pick<
  Decision,
  'id' | 'kind' | 'subject' | 'verb' | 'reason' | 'staff_id' | 'decided_at' | 'effective_at'
>

export const insertDecision = (tx: Transaction, decision: NewDecision) =>
  tx.insertInto('access.decision').values(decision).execute()

const columns = sql`d.*, s.username as by`

/** Locked: the undo and the round wait for each other. */
export async function lockDecision(tx: Transaction, id: string): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`
    select ${columns} from access.decision d join access.staff s on s.id = d.staff_id
     where d.id = ${id} for update of d`.execute(tx)
  return rows[0]
}

/** An open and due one, locked; undefined if it has ended, or another process works on it. */
export async function lockDue(tx: Transaction, id: string, now: Date): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`
    select ${columns} from access.decision d join access.staff s on s.id = d.staff_id
     where d.id = ${id} and d.ended_at is null and d.effective_at <= ${now} for update of d skip locked`.execute(tx)
  return rows[0]
}

/** Those whose moment has come, the earliest first. */
export async function dueDecisions(
  reader: Reader,
  now: Date,
  { without, limit }: { without: readonly string[]; limit: number },
): Promise<Pick<Decision, 'id' | 'kind' | 'verb' | 'staff_id'>[]> {
  const { rows } = await sql<Pick<Decision, 'id' | 'kind' | 'verb' | 'staff_id'>>`
    select id, kind, verb, staff_id from access.decision
     where ended_at is null and effective_at <= ${now} and not (id = any(${[...without]}::uuid[]))
     order by effective_at, id limit ${limit}`.execute(reader)
  return rows
}

/** When the next decision takes effect that has not; null if none waits. */
export async function nextDecision(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(effective_at) as at from access.decision where ended_at is null`.execute(reader)
  return rows[0]!.at
}

export const endDecision = (
  tx: Transaction,
  id: string,
  { outcome, at, why = '' }: { outcome: Outcome; at: Date; why?: string },
) =>
  tx
    .updateTable('access.decision')
    .set({ outcome, ended_at: at, why })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

export type RefusedDecision = Pick<Decision, 'verb' | 'by' | 'why'> & { at: Date }

/** By subject: its last decision, if that was refused as it took effect. */
export async function refusedLast(
  reader: Reader,
  kind: DecisionOf,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, RefusedDecision>> {
  const { rows } = await sql<RefusedDecision & Pick<Decision, 'subject' | 'outcome'>>`
    select distinct on (d.subject) d.subject, d.verb, s.username as by, d.why, d.ended_at as at, d.outcome
      from access.decision d join access.staff s on s.id = d.staff_id
     where d.kind = ${kind} and d.subject = any(${[...subjects]}::text[])
     order by d.subject, d.decided_at desc`.execute(reader)
  return new Map(rows.filter(({ outcome }) => outcome === 'refused').map((row) => [row.subject, row]))
}
