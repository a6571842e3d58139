// Erases the people whose time has come, in parts: each part is a transaction, and a stopped process goes on with the next one.

import { deletionList } from '@greenroom/contract/privacy'
import { personErased } from '@greenroom/contract/sentences/privacy'
import { sql } from 'kysely'
import { send } from '../../../bridge/index.ts'
import { system, systemContext } from '../../../kit/calls/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import { deletionChanged } from '../deletion.queries.ts'
import { eraseDevices, keepHashes } from './erase.devices.ts'
import { forfeit } from './erase.money.ts'
import { atOnce, erasuresOf } from './erase.statements.ts'
import { waitsOf } from './erase.waits.ts'
import { eraseLogged, eraseTopics } from './erase.words.ts'

export type Erasing = {
  database: Database
  clock: Pick<Clock, 'now'>
  /** Undefined on a copy whose keys are missing: then nothing tells the devices of the erased that come back. */
  seals: Seals | undefined
  /** Keeps the tombstone outside the database, before anything is erased. */
  bury: (tombstone: Tombstone) => Promise<void>
}

/** What a restored copy is told, so that it forgets the person again. */
export type Tombstone = { deletionId: string; userId: number; erasedAt: string }

const lookedAtOnce = 100
/** What waits is looked at again after this time, or at once if staff ask. */
const lookAgainMs = 10 * 60_000

/** Looks at due deletions that wait: what stands in their way is written down, and the others begin. @returns whether any began */
async function look({ database, clock, bury }: Erasing): Promise<boolean> {
  const now = clock.now()
  const due = await sql<{ id: string; userId: bigint }>`
    select id, user_id as "userId" from privacy.deletion
     where state = 'waiting' and due_at <= ${now} and (looked_at is null or looked_at <= ${new Date(now.getTime() - lookAgainMs)})
     order by due_at, id limit ${lookedAtOnce}`.execute(database)
  let began = false
  for (const { id, userId } of due.rows) {
    const begins = await inTransaction(database, async (tx) => {
      await sql`select from users.app_user where id = ${userId} for update`.execute(tx)
      const waits = (await waitsOf(tx, [userId], now)).get(userId) ?? []
      const { rows } = await sql<{ id: string }>`
        update privacy.deletion
           set waits = ${waits}::text[], looked_at = ${now},
               state = case when ${waits.length}::int = 0 then 'erasing' else state end,
               erased_at = case when ${waits.length}::int = 0 then ${now}::timestamptz end,
               xid = case when ${waits.length}::int = 0 then kit.xid() end, version = version + 1
         where id = ${id} and state = 'waiting' and due_at <= ${now} returning id`.execute(tx)
      if (rows.length === 0 || waits.length > 0) return false
      await sql`
        insert into privacy.erased (user_id, deletion_id, erased_at) values (${userId}, ${id}, ${now})
        on conflict (user_id) do update set deletion_id = excluded.deletion_id, erased_at = excluded.erased_at, returned_at = null`.execute(
        tx,
      )
      // Before the commit: a copy that is restored may be told too much, which it finds out, but never too little.
      await bury({ deletionId: id, userId: Number(userId), erasedAt: now.toISOString() })
      return true
    })
    began ||= begins
  }
  return began
}

type Work = { id: string; userId: bigint; stage: string; erasedAt: Date }
type Part = { name: string; run: (tx: Transaction, work: Work) => Promise<void> }

/** The parts in their order: what must still be known for one comes before what forgets it. */
function partsOf({ seals, clock }: Pick<Erasing, 'seals' | 'clock'>, userId: bigint): Part[] {
  return [
    {
      name: 'hashes',
      run: async (tx, work) => {
        if (seals) await keepHashes(tx, seals, work.userId, clock.now())
      },
    },
    { name: 'money', run: async (tx, work) => void (await forfeit(tx, [work.userId], clock.now(), work.id)) },
    { name: 'words', run: async (tx, work) => void (await eraseLogged(tx, work.userId)) },
    { name: 'topics', run: (tx, work) => eraseTopics(tx, work.userId) },
    ...erasuresOf(userId).map(
      ({ table, sql: statement }): Part => ({
        name: table,
        run: async (tx) => {
          for (;;) {
            const { numAffectedRows } = await sql.raw(statement).execute(tx)
            if (Number(numAffectedRows ?? 0n) < atOnce) return
          }
        },
      }),
    ),
    { name: 'devices', run: (tx, work) => eraseDevices(tx, work.userId) },
  ]
}

/** Allows this transaction to empty reasons in tables that only grow. */
const allowErasing = (tx: Transaction) => sql`select set_config('privacy.erasing', 'on', true)`.execute(tx)

/** Runs the parts that are left, and ends the deletion. */
async function erase(erasing: Erasing, work: Work): Promise<void> {
  const { database, clock } = erasing
  const parts = partsOf(erasing, work.userId)
  const done = parts.findIndex(({ name }) => name === work.stage)
  for (const part of parts.slice(done + 1))
    await inTransaction(database, async (tx) => {
      await allowErasing(tx)
      await part.run(tx, work)
      await sql`update privacy.deletion set stage = ${part.name} where id = ${work.id}`.execute(tx)
    })
  const context = systemContext(deletionList, { database, clock })
  await context.tx(async (tx) => {
    await sql`
      update privacy.deletion
         set state = 'erased', reason = '', cancel_reason = '', waits = '{}', version = version + 1 where id = ${work.id}`.execute(
      tx,
    )
    await sql`update privacy.hold set reason = '…', end_reason = '' where user_id = ${work.userId} and ended_at is not null`.execute(
      tx,
    )
    await send(tx, clock.now(), [deletionChanged(work.userId, 'erased', null)])
    await record(tx, context, {
      operation: 'user.erase',
      target: `user ${work.userId}`,
      content: personErased(work.userId),
      before: { state: 'erasing' },
      after: { state: 'erased' },
      actor: system,
    })
  })
}

/** Those whose erasing began and may go on: every transaction that did not know of it yet has ended. */
async function begun(database: Database): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select id, user_id as "userId", stage, erased_at as "erasedAt" from privacy.deletion
     where state = 'erasing' and (xid is null or xid < kit.horizon()) order by erased_at, id limit 20`.execute(database)
  return rows
}

/** One turn of the job. @returns whether there may be more */
export async function eraseDue(erasing: Erasing): Promise<boolean> {
  const began = await look(erasing)
  const works = await begun(erasing.database)
  for (const work of works) await erase(erasing, work)
  return began || works.length > 0
}

/** Carries out what a tombstone says on a restored copy. @returns false if the copy knows of it, or does not know the person */
export async function eraseAgain(erasing: Erasing, { deletionId, userId, erasedAt }: Tombstone): Promise<boolean> {
  const { database } = erasing
  const id = BigInt(userId)
  const at = new Date(erasedAt)
  const work = await inTransaction(database, async (tx): Promise<Work | undefined> => {
    const { rows } = await sql`select from users.app_user where id = ${id} for update`.execute(tx)
    if (rows.length === 0) return undefined
    const known = await sql<{ state: string; stage: string }>`
      select state, stage from privacy.deletion where id = ${deletionId}`.execute(tx)
    const before = known.rows[0]
    if (before?.state === 'erased') return undefined
    await sql`delete from privacy.deletion where user_id = ${id} and state in ('waiting', 'erasing') and id <> ${deletionId}`.execute(
      tx,
    )
    await sql`
      insert into privacy.deletion as d (id, user_id, state, asked_at, due_at, erased_at)
      values (${deletionId}, ${id}, 'erasing', ${at}, ${at}, ${at})
      on conflict (id) do update set state = 'erasing', erased_at = excluded.erased_at, xid = null, waits = '{}', cancelled_at = null,
                                     cancelled_by = ''`.execute(tx)
    await sql`
      insert into privacy.erased (user_id, deletion_id, erased_at) values (${id}, ${deletionId}, ${at})
      on conflict (user_id) do update set deletion_id = excluded.deletion_id, erased_at = excluded.erased_at, returned_at = null`.execute(
      tx,
    )
    return { id: deletionId, userId: id, stage: before?.stage ?? '', erasedAt: at }
  })
  if (!work) return false
  await erase(erasing, work)
  return true
}
