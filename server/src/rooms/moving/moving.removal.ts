// Removes what the files of imports said: it is personal data, and nobody needs it once an import is settled. The import itself stays, with its sums.
import { importStart } from '@greenroom/contract/moving'
import { importEnded } from '@greenroom/contract/sentences/moving'
import { sql } from 'kysely'
import { system, systemContext } from '../../kit/calls/context.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import * as queries from './moving.queries.ts'

/** States in which an import rests until its records are removed. One that stopped waits for its undoing. */
export const kept: readonly string[] = ['loading', 'checked', 'applied', 'undone']

const day = 86_400_000
/** Records that one transaction removes. */
const removedAtOnce = 50_000

/** When the records of an import are removed, if nothing is done about it before. */
export const keptUntil = ({ touched_at: last }: Pick<queries.Import, 'touched_at'>, days: number): Date =>
  new Date(last.getTime() + days * day)

/** Whether it is time to remove the records of an import: it was dropped, or has rested for so many days, or that has begun. */
export const isOver = (found: queries.Import, now: Date, days: number): boolean =>
  found.removed_at !== null ||
  found.state === 'discarded' ||
  (kept.includes(found.state) && keptUntil(found, days) <= now)

/** Imports of which records are to be removed, as a condition of `moving.import`. */
export const over = (now: Date, days: number) => sql<boolean>`
  (case when removed_at is null
        then state = 'discarded'
             or (state in ('loading', 'checked', 'applied', 'undone') and touched_at <= ${new Date(now.getTime() - days * day)})
        else exists (select from moving.record r where r.import_id = moving.import.id) end)`

/** Removes a part of what was read of a locked import. One that was never applied, or is undone, is dropped with it. */
export async function removePart(
  tx: Transaction,
  at: { database: Database; clock: Pick<Clock, 'now'>; timeZone: string },
  found: queries.Import,
): Promise<void> {
  const { id, state } = found
  const now = at.clock.now()
  const { rows } = await sql<{ gone: number }>`
    with part as (select kind, file, line from moving.record where import_id = ${id} limit ${removedAtOnce}),
         gone as (delete from moving.record r using part p
                   where r.import_id = ${id} and (r.kind, r.file, r.line) = (p.kind, p.file, p.line) returning 1)
    select count(*)::int as gone from gone`.execute(tx)
  // From the first part on, what is left cannot be checked, applied or undone.
  if (found.removed_at === null)
    await queries.saveImport(tx, id, {
      state: state === 'applied' ? state : 'discarded',
      removed_at: now,
      version: found.version + 1,
    })
  if (rows[0]!.gone === removedAtOnce) return
  await sql`delete from moving.fault where import_id = ${id}`.execute(tx)
  await sql`delete from moving.made where import_id = ${id}`.execute(tx)
  await sql`update moving.file set carry = '', header = '{}' where import_id = ${id}`.execute(tx)
  await record(tx, systemContext(importStart, at), {
    operation: 'import.discard',
    target: `import ${id}`,
    content: importEnded('removed', id, found.records),
    before: { state, records: found.records },
    after: { state: state === 'applied' ? state : 'discarded', records: 0 },
    actor: system,
  })
}
