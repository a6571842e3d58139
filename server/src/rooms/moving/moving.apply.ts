// The work of imports: the dry run, and applying and undoing in parts. Each part is one transaction with the place it has reached, so that anyone who
// goes on after a crash begins where it ended.

import { importStart } from '@greenroom/contract/moving'
import { importEnded } from '@greenroom/contract/sentences/moving'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Storage } from '../../files/index.ts'
import { unitsOf } from '../../jobs/index.ts'
import { system, systemContext } from '../../kit/calls/context.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { checkPart } from './moving.checks.ts'
import { Halt, type Kind, mustBeUnmoved } from './moving.kind.ts'
import { kinds } from './moving.kinds.ts'
import { addGiven, nothingGiven, type Rule } from './moving.openings.ts'
import * as queries from './moving.queries.ts'
import { isOver, over, removePart } from './moving.removal.ts'

export const importsJob = 'imports'

/** Records of a part: a transaction of about a second. */
const recordsPerPart = 1_000

/** Gifts have pictures. */
const giftsPerPart = 20

type At = { database: Database; clock: Pick<Clock, 'now'>; params: Params; storage: Storage }

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

/** Does the next part of what waits: one import at a time; `checked`: the records of a part of a dry run. @returns false if nothing waits */
export async function workOnImports(at: At, records = recordsPerPart, checked?: number): Promise<boolean> {
  const units = unitsOf(at, importsJob)
  const rested = over(at.clock.now(), at.params.integer('import_keep_days'))
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from moving.import
     where (state in ('checking', 'applying', 'undoing') or ${rested})
       and id::text <> all(${await units.parked()}::text[])
     order by state not in ('checking', 'applying', 'undoing'), state = 'checking', id limit 1`.execute(at.database)
  const next = rows[0]
  if (!next) return false
  const did = await units.attempt(String(next.id), () =>
    next.state === 'checking' ? checkNext(at, next.id, checked) : workOn(at, next.id, records),
  )
  return did ?? true
}

async function checkNext(at: At, id: number, records?: number): Promise<boolean> {
  const found = await queries.importNow(at.database, id)
  return found?.state === 'checking' ? checkPart(at, found, records) : false
}

async function workOn(at: At, id: number, records: number): Promise<boolean> {
  try {
    return await inTransaction(at.database, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from moving.import where id = ${id} for no key update skip locked`.execute(tx)
      const found = rows[0] && (await queries.lockImport(tx, id))
      if (!found) return false
      const { database, clock, params } = at
      if (isOver(found, clock.now(), params.integer('import_keep_days')))
        await removePart(tx, { database, clock, timeZone: params.text('platform_time_zone') }, found)
      else if (found.state === 'applying' || found.state === 'undoing') await nextPart(tx, at, found, records)
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

/** The stage before an undoing changes anything: is one of the users in use, none is taken back. */
const looking = 'looking'
/** Users that are looked at in one transaction. */
const lookedAtOnce = 20_000

/** Looks at the accounts of the next users. @throws Halt if one has moved */
async function look(tx: Transaction, found: queries.Import, now: Date) {
  const reached = importKinds.findIndex((one) => one === found.reached_stage)
  const none = reached !== -1 && reached < importKinds.indexOf('user')
  const users = none
    ? []
    : await queries.keysAfter(tx, found.id, 'user', {
        after: { file: found.after_file, line: found.after_line },
        upTo: found.reached_stage === 'user' ? { file: found.reached_file, line: found.reached_line } : undefined,
        most: lookedAtOnce,
      })
  const last = users.at(-1)
  if (last) {
    await mustBeUnmoved(
      tx,
      users.map(({ key }) => `user:${key}`),
    )
    await queries.saveImport(tx, found.id, { after_file: last.file, after_line: last.line, touched_at: now })
  } else await queries.saveImport(tx, found.id, { ...fromStart, stage: orderOf(found)[0]!, touched_at: now })
}

async function nextPart(
  tx: Transaction,
  { clock, database, params, storage }: At,
  found: queries.Import,
  most: number,
) {
  const now = clock.now()
  if (found.state === 'undoing' && found.stage === looking) return look(tx, found, now)
  const zone = params.text('platform_time_zone')
  const order = orderOf(found)
  const name = order.find((one) => one === found.stage) ?? order[0]!
  const kind = kinds[name]
  const staged = await queries.recordsAfter(tx, found.id, name, {
    after: { file: found.after_file, line: found.after_line },
    upTo:
      found.state === 'undoing' && name === found.reached_stage
        ? { file: found.reached_file, line: found.reached_line }
        : undefined,
    most: name === 'gift' ? Math.min(most, giftsPerPart) : most,
  })
  if (staged.length === 0) {
    if (found.state === 'applying') await kind.opened?.(tx, found.id)
    const next = order[order.indexOf(name) + 1]
    if (next) await queries.saveImport(tx, found.id, { stage: next, after_file: 0, after_line: 0, touched_at: now })
    else await finish(tx, { database, clock, timeZone: zone }, found, now)
    return
  }
  const part = {
    origin: originOf(found, now),
    rule: ruleOf(found),
    records: staged.map(({ data }) => data),
    zone,
    storage,
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
    ...(found.halted_from !== 'undoing' && { ...fromStart, stage: looking }),
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
