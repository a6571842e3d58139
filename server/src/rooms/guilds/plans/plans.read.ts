// A commission plan as calls and the operation log show it.
import type { RecordOf } from '@greenroom/contract/call'
import type { planList } from '@greenroom/contract/guildMoney'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { weekAround } from '../weeks/weeks.rules.ts'
import { lastSettledWeek, type PlanRow, publishedPlans } from './plans.queries.ts'
import { type Facts, type PlanState, startFault, statusOf, type Verb, whyNot } from './plans.rules.ts'

type Shown = RecordOf<typeof planList>

export const publishKind = 'plan.publish'
export const withdrawKind = 'plan.withdraw'

/** The driver reads a `date` as midnight of the process's zone. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

export const factsOf = (row: PlanRow, waits: boolean): Facts => ({
  id: row.id,
  state: row.state as PlanState,
  startWeek: dayOf(row.start_week),
  waits,
})

export const viewOf = (row: PlanRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind as Shown['kind'],
  levels: row.levels as Shown['levels'],
  salary: row.salary as Shown['salary'],
  startWeek: dayOf(row.start_week),
  note: row.note,
  state: row.state as PlanState,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  publishedBy: row.published_by,
  publishedAt: row.published_at?.toISOString() ?? null,
  updatedBy: row.updated_by,
  updatedAt: row.updated_at?.toISOString() ?? null,
  version: row.version,
})

/** The Monday of the running week. */
export const runningWeek = async (reader: Reader, now: Date, zone: string): Promise<string> =>
  ((await weekAt(reader, now)) ?? weekAround(now, zone)).week

/** Why a plan cannot start with this week, by the running week and the existing settlements. */
export const startFaultAt = async (reader: Reader, now: Date, zone: string, startWeek: string) =>
  startFault(startWeek, await runningWeek(reader, now, zone), await lastSettledWeek(reader))

/** Pending requests about plans, by plan id. */
export async function waitingPlans(approvals: Approvals, reader: Reader, now: Date): Promise<Map<string, string>> {
  const [publishing, withdrawing] = await Promise.all([
    approvals.waitingOn(reader, publishKind, now),
    approvals.waitingOn(reader, withdrawKind, now),
  ])
  return new Map([...publishing, ...withdrawing])
}

/** Plans with their states, and what the caller may do with them. */
export async function presentPlans(approvals: Approvals, context: Context, rows: readonly PlanRow[]): Promise<Shown[]> {
  const { database, now, timeZone } = context
  const [published, running, waiting] = await Promise.all([
    publishedPlans(database),
    runningWeek(database, now, timeZone),
    waitingPlans(approvals, database, now),
  ])
  const mayWrite = levelOn(staffOf(context), 'guilds.commissionPlan') === 3
  return rows.map((row) => {
    const approvalId = waiting.get(String(row.id)) ?? null
    const facts = factsOf(row, approvalId !== null)
    const may = (verb: Verb) => {
      if (!mayWrite) return 'readOnly'
      const why = whyNot(facts, verb, running)
      return why === null ? (true as const) : why.slice('plan.'.length)
    }
    return {
      ...viewOf(row),
      status: statusOf(facts, published, running),
      approvalId,
      can: { update: may('update'), publish: may('publish'), withdraw: may('withdraw'), preview: true as const },
    }
  })
}
