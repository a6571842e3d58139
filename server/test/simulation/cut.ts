// Kills between: a fuse on a table ends the connection of the one who writes to it next, in the middle of its transaction, as a killed server
// or a failing network does. Nothing may remain of that transaction.
import { sql } from 'kysely'
import type { Database } from '../../src/kit/database/database.ts'

/** Written early and late in transactions about money. */
const fused = ['ledger.transfer', 'log.entry', 'bridge.event', 'access.approval'] as const
export type Fused = (typeof fused)[number]

/** As the tables' owner. */
export async function layFuses(database: Database): Promise<void> {
  await sql`create schema simulation`.execute(database)
  await sql`create table simulation.fuse (name text primary key)`.execute(database)
  await sql`
    create function simulation.burn() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from simulation.fuse where name = tg_argv[0]) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$`.execute(database)
  for (const name of fused)
    await sql`
      create trigger burn after insert or update on ${sql.table(name)}
         for each statement execute function simulation.burn(${sql.lit(name)})`.execute(database)
}

/** Runs this with the fuse lit, by the tables' owner. */
export async function whileLit<T>(database: Database, name: Fused, work: () => Promise<T>): Promise<T> {
  await sql`insert into simulation.fuse values (${name})`.execute(database)
  try {
    return await work()
  } finally {
    await sql`delete from simulation.fuse`.execute(database)
  }
}
