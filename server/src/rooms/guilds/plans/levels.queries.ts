// Commission plans, as settlements read them.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Plan } from './commission.rules.ts'

export type PlanOfWeek = Plan & { id: number }

/** The plan in force in a week: the published one with the latest start up to it; of several, the latest published. */
export async function planOf(reader: Reader, week: string): Promise<PlanOfWeek | undefined> {
  const { rows } = await sql<PlanOfWeek>`
    select id, kind, levels, salary from guilds.plan
     where state = 'published' and start_week <= ${week}::date
     order by start_week desc, published_at desc, id desc limit 1`.execute(reader)
  return rows[0]
}

/** By id. */
export async function plansById(reader: Reader, ids: readonly number[]): Promise<Map<number, PlanOfWeek>> {
  const { rows } = await sql<PlanOfWeek>`
    select id, kind, levels, salary from guilds.plan where id = any(${[...new Set(ids)]}::int[])`.execute(reader)
  return new Map(rows.map((plan) => [plan.id, plan]))
}

export const planById = async (reader: Reader, id: number): Promise<PlanOfWeek | undefined> =>
  (await plansById(reader, [id])).get(id)
