// Switches the figures' counting off and on, to measure its cost: the triggers that mark users, and the job that folds.
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/src/kit/database/database.ts'

export type FoldSwitch = {
  /** Neither triggers nor the job. */
  off(): Promise<void>
  /** Both. */
  on(): Promise<void>
  /** Triggers without the job. What came before is not counted, so that turns are alike. */
  onlyMarks(): Promise<void>
  /** Lets the job count what is marked. */
  count(): Promise<void>
  isDone(): Promise<boolean>
  close(): Promise<void>
}

/** The triggers of `functions/indicators.sql`, by table. */
async function setTriggers(database: Database, what: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ name: string; table: string }>`
    select t.tgname as name, t.tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where p.pronamespace = 'indicators'::regnamespace and t.tgparentid = 0`.execute(database)
  for (const { name, table } of rows) await sql.raw(`alter table ${table} ${what} trigger ${name}`).execute(database)
}

export async function openFoldSwitch(url: string): Promise<FoldSwitch> {
  // Its single connection holds the lock under which the job's rounds run.
  const holder = openDatabase(url, { max: 1 })
  const database = openDatabase(url, { max: 1 })
  const key = sql`hashtextextended('round indicators-fold', 0)`
  const forget = async () => {
    await sql`truncate indicators.touched, indicators.due, indicators.new_tokens`.execute(database)
    await sql`update kit.reader set boundary = pg_current_xact_id()::text::xid8, within = null where name = 'indicators.ledger'`.execute(
      database,
    )
  }
  const hold = () => sql`select pg_advisory_lock(${key})`.execute(holder)
  const release = () => sql`select pg_advisory_unlock_all()`.execute(holder)
  return {
    async off() {
      await setTriggers(database, 'disable')
      await hold()
    },
    async on() {
      await forget()
      await setTriggers(database, 'enable')
      await release()
    },
    async onlyMarks() {
      await hold()
      await forget()
      await setTriggers(database, 'enable')
    },
    async count() {
      await release()
    },
    async isDone() {
      const { rows } = await sql<{ done: boolean }>`
        select (select count(*) from indicators.touched) < 500 and not exists (select from indicators.due) as done`.execute(
        database,
      )
      return rows[0]!.done
    },
    async close() {
      await holder.destroy()
      await database.destroy()
    },
  }
}
