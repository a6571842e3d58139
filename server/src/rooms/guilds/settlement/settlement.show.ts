// The detail of a settlement and an anchor's payslip.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/settlement'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'
import { peopleOf } from '../../users/index.ts'
import { validDays } from '../weeks/weekSum.compute.ts'
import { daysOf, disputesOf, paymentsOf, planNamed, salaryDeductionsOf, versionsOf } from './settlement.details.ts'
import { linePage, linesOf, ownSettlement } from './settlement.list.ts'

/** @throws Refusal 10032 */
async function own(context: Context, settlementId: number) {
  const found = await ownSettlement(context, settlementId)
  if (!found) throw refuseCode(10032, 'settlementId')
  return found
}

/** A settlement with every step of one of its versions; `fileUrl` is the base of uploaded files. @throws Refusal 10032 */
export const info =
  (fileUrl: string) =>
  async (
    context: Context,
    payload: Parsed<typeof calls.settlementInfo>,
  ): Promise<Answer<typeof calls.settlementInfo>> => {
    const { row, settlement } = await own(context, payload.settlementId)
    const { database } = context
    const [versions, disputes, payments, salaryDeductions, plan] = await Promise.all([
      versionsOf(database, row.id),
      disputesOf(database, row.id, fileUrl),
      paymentsOf(database, row.id),
      salaryDeductionsOf(database, row.id),
      planNamed(database, row.plan_id),
    ])
    const shownVersion = payload.sumVersion ?? row.sum_version
    const version = versions.find(({ shown }) => shown.sumVersion === shownVersion)
    if (!version) throw refuseCode(10032, 'sumVersion')
    return {
      settlement,
      plan: plan ? { planId: plan.id, name: plan.name } : null,
      shownVersion,
      steps: version.steps,
      versions: versions.map(({ shown }) => shown),
      disputes,
      payments,
      salaryDeductions,
    }
  }

/** The lines of a version. @throws Refusal 10032 */
export async function lineList(context: Context, payload: Parsed<typeof calls.settlementLineList>) {
  const { row } = await own(context, payload.settlementId)
  return linePage(context, { settlementId: row.id, sumVersion: payload.sumVersion ?? row.sum_version }, payload)
}

/** An anchor's payslip: their lines of the newest version, and their days. @throws Refusal 10032 if they have no lines in this week */
export const slip =
  (params: Params) =>
  async (
    context: Context,
    payload: Parsed<typeof calls.settlementSlip>,
  ): Promise<Answer<typeof calls.settlementSlip>> => {
    const { row, settlement } = await own(context, payload.settlementId)
    const userId = BigInt(payload.userId)
    const lines = await linesOf(context, row.id, row.sum_version, userId)
    if (lines.length === 0) throw refuseCode(10032, 'userId')
    const [people, days] = await Promise.all([
      peopleOf(context.database, [userId]),
      daysOf(context.database, { guildId: row.guild_id, week: row.week, userId }, validDays(params, context.now)),
    ])
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
    const isHers = (line: (typeof lines)[number]) => !line.held && (line.ofKind ?? line.kind) === 'anchor'
    return {
      settlement,
      user: people.get(userId)!,
      lines,
      days,
      bonus: sum((line) => (isHers(line) ? line.bonus : 0)),
      salaryCents: sum((line) => (isHers(line) ? line.salaryCents : 0)),
      deductionCents: sum((line) =>
        (line.ofKind ?? line.kind) === 'deduction' ? -(line.amountCents + line.anchorCents) : 0,
      ),
    }
  }
