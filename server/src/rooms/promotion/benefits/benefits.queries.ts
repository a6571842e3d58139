// Registration benefits for screens.

import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Filter } from '../../../records/index.ts'
import type { BenefitState } from './benefits.rules.ts'

/** The state of `stateOf`, as a condition on the row `t`. */
export const inState: Filter<BenefitState> = (state, { now }) => {
  const pending = sql`exists (
    select from access.approval a where a.kind = 'benefit.save' and a.subject = t.id::text and a.state = 'pending' and a.expires_at > ${now})`
  const lasts = sql`t.state = 'approved' and t.to_at > ${now}`
  const some = sql`t.used_tokens + t.cost_tokens <= t.budget_tokens`
  const conditions: Record<BenefitState, ReturnType<typeof sql<boolean>>> = {
    stopped: sql`t.state = 'stopped'`,
    waiting: sql`t.state = 'waiting' and ${pending}`,
    refused: sql`t.state = 'waiting' and not ${pending}`,
    ended: sql`t.state = 'approved' and t.to_at <= ${now}`,
    'used up': sql`${lasts} and not (${some})`,
    scheduled: sql`${lasts} and ${some} and t.from_at > ${now}`,
    running: sql`${lasts} and ${some} and t.from_at <= ${now}`,
  }
  return conditions[state]
}

/** Those of these numbers that are not enabled channels. */
export async function unknownNumbers(reader: Reader, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select n.number from unnest(${numbers}::text[]) n(number)
     where not exists (select from promotion.channel c where c.number = n.number and c.enabled)`.execute(reader)
  return rows.map(({ number }) => number)
}

export const benefitById = (reader: Reader, id: number) =>
  reader.selectFrom('promotion.benefit').selectAll().where('id', '=', id).executeTakeFirst()

export const setApproval = (tx: Transaction, id: number, approvalId: string) =>
  tx.updateTable('promotion.benefit').set({ approval_id: approvalId }).where('id', '=', id).execute()

/** Approves a pending benefit; false if it is no longer pending. */
export async function approve(tx: Transaction, id: number, by: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('promotion.benefit')
    .set({ state: 'approved', approved_by: by, approved_at: at, updated_by: by, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const stop = (tx: Transaction, ids: readonly number[], by: string, at: Date, reason: string) =>
  sql`
    update promotion.benefit
       set state = 'stopped', stopped_by = ${by}, stopped_at = ${at}, stop_reason = ${reason}, updated_by = ${by},
           updated_at = ${at}, version = version + 1
     where id = any(${ids}::int[])`.execute(tx)

export const add = (tx: Transaction, values: Insertable<DB['promotion.benefit']>) =>
  tx.insertInto('promotion.benefit').values(values).returningAll().executeTakeFirstOrThrow()

export type GrantRow = {
  id: bigint
  user_id: bigint
  nickname: string
  avatar_url: string
  channel: string
  block: string
  tokens: bigint
  free_minutes: number
  at: Date
}

/** Grants of a benefit with their users. */
export const grantsOf = (reader: Reader, benefitId: number, scope: Scope) =>
  reader
    .selectFrom('promotion.benefit_grant as g')
    .innerJoin('users.app_user as u', 'u.id', 'g.user_id')
    .select(['g.id', 'g.user_id', 'u.nickname', 'u.avatar_url', 'g.channel', 'g.block', 'g.tokens', 'g.free_minutes'])
    .select('g.at')
    .where('g.benefit_id', '=', benefitId)
    .where(visible(scope))
