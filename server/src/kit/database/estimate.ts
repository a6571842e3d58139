// How many rows a query returns, by the planner's statistics: a plan is made, nothing is read.
import { type Expression, sql } from 'kysely'
import type { Reader } from './database.ts'

type Plan = [{ Plan: { 'Plan Rows': number } }]

/** The planner's estimate of a query's rows. It decides only what is faster, or a total that says it is an estimate. */
export async function estimatedRows(reader: Reader, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': Plan }>`explain (format json) ${query}`.execute(reader)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
