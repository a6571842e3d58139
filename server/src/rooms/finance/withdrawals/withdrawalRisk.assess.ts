// Assesses withdrawals, and stores their scores for the queue's order.
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import type { Params } from '../../../params/index.ts'
import * as queries from './withdrawalRisk.queries.ts'
import { type Facts, isRiskHeld, type Limits, type Risk, risksOf, scoreOf } from './withdrawalRisk.rules.ts'

export type Assessed = { facts: Facts; risks: Risk[]; score: number; whitelisted: boolean; held: boolean }

const hourMs = 3_600_000
/** Assessed in one transaction. */
const most = 50

const limitsOf = (params: Params): Limits => ({
  newDays: params.integer('withdrawal_new_days'),
  fewSendersPercent: params.integer('withdrawal_few_senders_percent'),
  promoPercent: params.integer('withdrawal_promo_percent'),
  velocity: params.integer('withdrawal_velocity'),
  minimumAge: 18,
})

/** The current risk panel of these withdrawals, by id. */
export async function assess(
  reader: Reader,
  params: Params,
  now: Date,
  ids: readonly string[],
): Promise<Map<string, Assessed>> {
  const limits = limitsOf(params)
  const today = textOf(now, params.text('platform_time_zone')).slice(0, 10)
  const holdScore = params.integer('withdrawal_hold_score')
  const facts = await queries.factsOf(reader, now, ids)
  return new Map(
    [...facts].map(([id, fact]) => {
      const risks = risksOf(fact, limits, now, today)
      const score = scoreOf(risks)
      const { whitelisted } = fact
      return [id, { facts: fact, risks, score, whitelisted, held: isRiskHeld(score, whitelisted, holdScore) }]
    }),
  )
}

/** The same, also storing scores and reasons. */
export async function assessAndKeep(tx: Transaction, params: Params, now: Date, ids: readonly string[]) {
  const found = await assess(tx, params, now, ids)
  if (found.size > 0)
    await queries.keepRisks(
      tx,
      now,
      [...found].map(([id, { score, risks }]) => ({ id, score, reasons: risks.map(({ reason }) => reason) })),
    )
  return found
}

/** Assesses new withdrawals of the queue, and again those assessed an hour ago. @returns how many */
export async function assessQueue(tx: Transaction, params: Params, now: Date): Promise<number> {
  const ids = await queries.unassessed(tx, new Date(now.getTime() - hourMs), most)
  await assessAndKeep(tx, params, now, ids)
  return ids.length
}
