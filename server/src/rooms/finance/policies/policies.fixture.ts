// A payout policy in force for tests, inserted directly into the database.
import { sql } from 'kysely'
import { type Database, json } from '../../../kit/database/database.ts'
import type { PolicyPayee, Settings } from './policies.rules.ts'

/** @returns a function that takes it out of force. */
export async function policyInForce(
  database: Database,
  { name, settings, payees }: { name: string; settings: Settings; payees: readonly PolicyPayee[] },
): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ id: number }>`
    insert into finance.payout_policy (name, rule, settings, payees, enabled, changed_at)
    values (${name}, ${settings.rule}, ${json(settings)}, ${[...payees]}::text[], true, now()) returning id`.execute(
    database,
  )
  return () => sql`delete from finance.payout_policy where id = ${rows[0]!.id}`.execute(database)
}
