// Confirming, disputing, answering and computing again: one transaction each, with its log entry.

import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/settlement'
import { uploadedFor } from '../../../files/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record, recordMany } from '../../../log/index.ts'
import { type Telling, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { confirmBy } from '../weeks/weeks.times.ts'
import { entryOf, whyNot } from './settlement.decide.ts'
import * as queries from './settlement.queries.ts'
import type { Act } from './settlement.states.ts'
import { updateSums, type Why } from './settlement.write.ts'

/** The settlement, locked. @throws Refusal 10032, 20000 if its state forbids the act or the version changed */
async function lockFor(
  tx: Transaction,
  context: Context,
  { settlementId, version }: { settlementId: number; version: number },
  act: Act,
): Promise<queries.Settlement> {
  const [one] = await queries.lockSettlements(tx, context.scope, [settlementId])
  if (!one) throw refuseCode(10032, 'settlementId')
  const why = whyNot(one.state, act)
  if (why) throw refuseField(20000, 'settlementId', why)
  if (one.version !== version) throw staleWrite({ by: 'system', at: null, version: one.version })
  return one
}

/** @throws Refusal 10026 for anyone but the guild's own account */
function onlyLeader(context: Context): string {
  if (context.scope.kind !== 'guild') throw refuseBecause(10026, 'account', 'settlement.leaderOnly')
  return staffOf(context).username
}

/** The leader confirms a draft. @throws Refusal 10026, 10032, 20000 */
export async function confirm(context: Context, payload: Parsed<typeof calls.settlementConfirm>) {
  const by = onlyLeader(context)
  return context.tx(async (tx): Promise<Answer<typeof calls.settlementConfirm>> => {
    const one = await lockFor(tx, context, payload, 'confirm')
    await queries.setState(tx, one.id, { state: 'confirmed', confirmedAt: context.now, confirmedBy: by })
    await record(
      tx,
      context,
      entryOf(one, { operation: 'settlement.confirm', verb: 'confirm', to: 'confirmed' }, context),
    )
    return {}
  })
}

/** The Sunday of a week, by its Monday. */
const lastDay = (monday: string) => new Date(Date.parse(monday) + 6 * 86_400_000).toISOString().slice(0, 10)

/** The leader disputes a draft. @throws Refusal 10026, 10032, 20000, 10009 for unknown lines, days and pictures */
export async function dispute(context: Context, payload: Parsed<typeof calls.settlementDispute>) {
  const by = onlyLeader(context)
  const lines = chosen(payload.lines, 'lines')
  const { reason, days = [], proofFileIds = [] } = payload
  return context.tx(async (tx): Promise<Answer<typeof calls.settlementDispute>> => {
    const one = await lockFor(tx, context, payload, 'dispute')
    if (await queries.wasDisputed(tx, one)) throw refuseBecause(20000, 'settlementId', 'settlement.disputedOnce')
    if ((await queries.countLines(tx, one, lines)) < lines.length)
      throw refuseBecause(10009, 'lines', 'settlement.lines')
    const anchors = new Set(days.map(({ userId }) => userId))
    const isOfWeek = ({ day }: { day: string }) => one.week <= day && day <= lastDay(one.week)
    if ((await queries.countAnchors(tx, one, [...anchors])) < anchors.size || !days.every(isOfWeek))
      throw refuseBecause(10009, 'days', 'settlement.days')
    if ((await uploadedFor(tx, ['disputeProof'], proofFileIds)).size < new Set(proofFileIds).size)
      throw refuseBecause(10009, 'proofFileIds', 'settlement.noProof')
    const proofs = [...new Set(proofFileIds)]
    await queries.insertDispute(tx, one, { reason, lines, days, proofs, by, at: context.now })
    await queries.setState(tx, one.id, { state: 'disputed', booksLate: true })
    await record(
      tx,
      context,
      entryOf(one, { operation: 'settlement.dispute', verb: 'dispute', to: 'disputed', reason }, context),
    )
    return {}
  })
}

/** Makes new versions of locked settlements; they become drafts or are parked. */
async function renew(
  tx: Transaction,
  context: Context,
  params: Params,
  settlements: readonly queries.Settlement[],
  why: Why,
) {
  const hours = params.integer('guild_confirm_hours')
  for (const [week, of] of Map.groupBy(settlements, (one) => one.week)) {
    const guildIds = of.map((one) => one.guild_id)
    const computed = await computeSums(tx, week, guildIds, validDays(params, context.now))
    await updateSums(tx, computed, {
      week,
      at: context.now,
      confirmBy: confirmBy(context.now, hours),
      why,
      by: staffOf(context).username,
    })
  }
}

/** What the leader who disputed is told. */
const answered = (
  { id, sum_version: version, guild_id: guildId, week }: queries.Settlement,
  answer: string,
): Telling => ({
  moment: 'disputeAnswered',
  about: `${id} ${version}`,
  to: { guildId },
  params: { id, week, answer },
})

/** Staff answer a dispute: keep the sum or compute it again. The leader's 48 hours restart. */
export const answer = (params: Params) => (context: Context, payload: Parsed<typeof calls.settlementAnswer>) =>
  context.tx(async (tx): Promise<Answer<typeof calls.settlementAnswer>> => {
    await queries.holdSums(tx)
    const one = await lockFor(tx, context, payload, 'answer')
    const { outcome } = payload
    const by = staffOf(context).username
    await queries.answerDispute(tx, one, { outcome, answer: payload.answer, by, at: context.now })
    if (outcome === 'recomputed') await renew(tx, context, params, [one], 'recomputed')
    else {
      const until = confirmBy(context.now, params.integer('guild_confirm_hours'))
      await queries.setState(tx, one.id, { state: 'draft', confirmBy: until })
    }
    await tell(tx, context.now, [answered(one, payload.answer)])
    await record(
      tx,
      context,
      entryOf(
        one,
        {
          operation: 'settlement.answer',
          verb: outcome,
          to: 'draft',
          reason: payload.answer,
          ...(outcome === 'recomputed' && { renewed: true }),
        },
        context,
      ),
    )
    return {}
  })

/** Staff recompute weeks that are not approved; this also answers an open dispute. */
export const recompute =
  (params: Params) =>
  (context: Context, { ids: requested, reason }: Parsed<typeof calls.settlementRecompute>) => {
    const ids = chosen(requested, 'ids')
    return batch(context, async (tx) => {
      await queries.holdSums(tx)
      const found = new Map((await queries.lockSettlements(tx, context.scope, ids)).map((one) => [one.id, one]))
      const chosenOnes: queries.Settlement[] = []
      const outcomes = ids.map((id) => {
        const one = found.get(id)
        if (!one) return notDone(id, 10032)
        const why = whyNot(one.state, 'recompute')
        // The last week of a dissolved guild is recomputed automatically until it is approved.
        if (why || one.is_final) return notDone(id, 20000, why ?? undefined)
        chosenOnes.push(one)
        return done(id)
      })
      for (const one of chosenOnes.filter(({ state }) => state === 'disputed'))
        await queries.answerDispute(tx, one, {
          outcome: 'recomputed',
          answer: reason,
          by: staffOf(context).username,
          at: context.now,
        })
      await tell(
        tx,
        context.now,
        chosenOnes.filter(({ state }) => state === 'disputed').map((one) => answered(one, reason)),
      )
      await renew(tx, context, params, chosenOnes, 'recomputed')
      await recordMany(
        tx,
        context,
        chosenOnes.map((one) =>
          entryOf(
            one,
            { operation: 'settlement.recompute', verb: 'recompute', to: 'draft', reason, renewed: true },
            context,
          ),
        ),
      )
      return outcomes
    })
  }
