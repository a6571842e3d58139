// The work of imports: the dry run, and applying and undoing in parts. Each part is one transaction with the place it has reached, so that whoever
// goes on after a crash begins where it ended.

import { importStart } from '@greenroom/contract/moving'
import { importEnded } from '@greenroom/contract/sentences/moving'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import { unitsOf } from '../../jobs/index.ts'
import { system, systemContext } from '../../kit/calls/context.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { checkImport } from './moving.checks.ts'
import { Halt, type Kind, kinds } from './moving.kinds.ts'
import { addGiven, nothingGiven, type Rule } from './moving.openings.ts'
import * as queries from './moving.queries.ts'

export const importsJob = 'imports'

/** Records of a part: a transaction of about a second. */
const recordsPerPart = 1_000

type At = { database: Database; clock: Pick<Clock, 'now'>; params: Params }

/** The origin of what an import makes. */
export const originOf = (found: queries.Import, now: Date) => ({
  importId: found.id,
  run: found.run,
  at: found.at ?? now,
  now,
  by: `import ${found.id}`,
})

const ruleOf = (found: queries.Import): Rule => ({
  tokensPerUsd: found.tokens_per_usd ?? 1,
  bonusPerUsd: found.bonus_per_usd ?? 1,
})

/** Does the next part of what waits: one import at a time. @returns false if nothing waits */
export async function workOnImports(at: At, records = recordsPerPart): Promise<boolean> {
  const units = unitsOf(at, importsJob)
  const { rows } = await sql<{ id: number }>`
    select id from moving.import
     where (state in ('checking', 'applying', 'undoing') or (state = 'discarded' and records > 0))
       and id::text <> all(${await units.parked()}::text[])
     order by state = 'discarded', state = 'checking', id limit 1`.execute(at.database)
  const next = rows[0]
  if (!next) return false
  const did = await units.attempt(String(next.id), () => workOn(at, next.id, records))
  return did ?? true
}

async function workOn(at: At, id: number, records: number): Promise<boolean> {
  try {
    return await inTransaction(at.database, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from moving.import where id = ${id} for no key update skip locked`.execute(tx)
      const found = rows[0] && (await queries.lockImport(tx, id))
      if (!found) return false
      if (found.state === 'checking') await checkImport(tx, found, at.clock.now(), at.params)
      else if (found.state === 'discarded') await removeRecords(tx, found)
      else await nextPart(tx, at, found, records)
      return true
    })
  } catch (error) {
    const halt = haltOf(error)
    if (!halt) throw error
    await haltAt(at, id, halt)
    return true
  }
}

/** What the platform has come to know since the dry run: another row where one was to be written, or a moved account. */
function haltOf(error: unknown): Halt | undefined {
  if (error instanceof Halt) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' || code === '23503' ? new Halt('exists', constraint ?? '') : undefined
}

const haltAt = ({ database, clock }: At, id: number, { fault, record: at }: Halt) =>
  inTransaction(database, async (tx) => {
    const found = await queries.lockImport(tx, id)
    if (found?.state === 'applying' || found?.state === 'undoing')
      await queries.saveImport(tx, id, {
        state: 'halted',
        halted_from: found.state,
        halted_fault: fault,
        halted_record: at,
        touched_at: clock.now(),
        version: found.version + 1,
      })
  })

/** The kinds in the order of this work: what others refer to is made first, and taken back last; only what was applied is taken back. */
function orderOf({ state, reached_stage: reached }: queries.Import): readonly Kind['name'][] {
  if (state !== 'undoing') return importKinds
  const last = importKinds.findIndex((one) => one === reached)
  return importKinds.slice(0, last === -1 ? importKinds.length : last + 1).toReversed()
}

async function nextPart(tx: Transaction, { clock, database, params }: At, found: queries.Import, most: number) {
  const now = clock.now()
  const order = orderOf(found)
  const name = order.find((one) => one === found.stage) ?? order[0]!
  const kind = kinds[name]
  const staged = await queries.recordsAfter(tx, found.id, name, {
    after: { file: found.after_file, line: found.after_line },
    upTo:
      found.state === 'undoing' && name === found.reached_stage
        ? { file: found.reached_file, line: found.reached_line }
        : undefined,
    most,
  })
  if (staged.length === 0) {
    if (found.state === 'applying') await kind.opened?.(tx, found.id)
    const next = order[order.indexOf(name) + 1]
    if (next) await queries.saveImport(tx, found.id, { stage: next, after_file: 0, after_line: 0, touched_at: now })
    else await finish(tx, { database, clock, timeZone: params.text('platform_time_zone') }, found, now)
    return
  }
  const part = {
    origin: originOf(found, now),
    rule: ruleOf(found),
    records: staged.map(({ data }) => data),
    made:
      found.state === 'undoing'
        ? await queries.madeOf(
            tx,
            found.id,
            name,
            staged.map(({ key }) => key),
          )
        : [],
  }
  const { given, made } =
    found.state === 'undoing' ? { given: await kind.close(tx, part), made: [] } : await kind.open(tx, part)
  await queries.addMade(tx, found.id, name, made)
  if (found.state === 'undoing')
    await queries.forgetMade(
      tx,
      found.id,
      name,
      staged.map(({ key }) => key),
    )
  const last = staged.at(-1)!
  const opened = addGiven(nothingGiven, given)
  await queries.saveImport(tx, found.id, {
    stage: name,
    after_file: last.file,
    after_line: last.line,
    done: found.state === 'undoing' ? found.done - staged.length : found.done + staged.length,
    opened_tokens: found.opened_tokens + opened.tokens,
    opened_bonus: found.opened_bonus + opened.bonus,
    opened_usd_micros: found.opened_usd_micros + opened.usdMicros,
    touched_at: now,
  })
}

async function finish(
  tx: Transaction,
  at: Pick<At, 'database' | 'clock'> & { timeZone: string },
  found: queries.Import,
  now: Date,
): Promise<void> {
  const undone = found.state === 'undoing'
  await queries.saveImport(tx, found.id, {
    state: undone ? 'undone' : 'applied',
    ...(undone ? { undone_at: now } : { applied_at: now }),
    stage: '',
    after_file: 0,
    after_line: 0,
    touched_at: now,
    version: found.version + 1,
  })
  await record(tx, systemContext(importStart, at), {
    operation: undone ? 'import.undo' : 'import.apply',
    target: `import ${found.id}`,
    content: importEnded(undone ? 'undone' : 'applied', found.id, found.records),
    before: { state: found.state },
    after: {
      state: undone ? 'undone' : 'applied',
      records: found.records,
      tokens: Number(found.opened_tokens),
      bonus: Number(found.opened_bonus),
      usdMicros: Number(found.opened_usd_micros),
    },
    actor: system,
  })
}

const removedAtOnce = 50_000

/** Removes a part of the records of a discarded import. */
async function removeRecords(tx: Transaction, found: queries.Import): Promise<void> {
  const { rows } = await sql<{ gone: number }>`
    with part as (select kind, file, line from moving.record where import_id = ${found.id} limit ${removedAtOnce}),
         gone as (delete from moving.record r using part p
                   where r.import_id = ${found.id} and (r.kind, r.file, r.line) = (p.kind, p.file, p.line) returning 1)
    select count(*)::int as gone from gone`.execute(tx)
  if (rows[0]!.gone < removedAtOnce) {
    await sql`delete from moving.fault where import_id = ${found.id}`.execute(tx)
    await queries.saveImport(tx, found.id, { records: 0 })
  }
}

const fromStart = { stage: '', after_file: 0, after_line: 0 }

/** Begins to apply an import, in the transaction of the decision. */
export const beginApplying = (
  tx: Transaction,
  found: queries.Import,
  {
    now,
    ...row
  }: { now: Date; at: Date; tokens_per_usd: number; bonus_per_usd: number; asked_by: string; approved_by: string },
) =>
  queries.saveImport(tx, found.id, {
    ...row,
    ...fromStart,
    reached_stage: '',
    state: 'applying',
    run: found.run + 1,
    touched_at: now,
    version: found.version + 1,
  })

/** Begins to undo an import, or goes on where that stopped. */
export const beginUndoing = (tx: Transaction, found: queries.Import, { now, by }: { now: Date; by: string }) =>
  queries.saveImport(tx, found.id, {
    ...(found.halted_from !== 'undoing' && fromStart),
    ...(found.halted_from === 'applying' && {
      reached_stage: found.stage === '' ? importKinds[0] : found.stage,
      reached_file: found.after_file,
      reached_line: found.after_line,
    }),
    state: 'undoing',
    halted_from: '',
    halted_fault: '',
    halted_record: '',
    undone_by: by,
    touched_at: now,
    version: found.version + 1,
  })
