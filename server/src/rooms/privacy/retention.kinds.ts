// What is removed for its age, no matter who it is about: each kind by its parameter, but nothing of people on a legal hold.
import type { retentionKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import { forgetEvents } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { ParamKey } from '../../params/index.ts'
import { isHeld } from './hold.queries.ts'

export type RetentionKind = (typeof retentionKinds)[number]

/** Rows of one statement. */
export const atOnce = 2_000

/** What a step removed, and whether there may be more. */
export type Removed = { removed: number; goesOn: boolean }

/** A kind is removed by statements, each of up to `atOnce` rows older than `before` with a row for each, or by steps of its own. */
export type Retention = {
  param: ParamKey
  unit: 'days' | 'years'
} & (
  | { statements: (before: Date, now: Date) => RawBuilder<unknown>[] }
  | {
      step: (
        inTurn: (work: (tx: Transaction) => Promise<Removed>) => Promise<Removed>,
        keep: number,
      ) => Promise<Removed>
    }
)

const some = (table: string, where: RawBuilder<unknown>) =>
  sql`t.ctid = any(array(select t.ctid from ${sql.table(table)} as t where ${where} limit ${atOnce}))`
const set = (table: string, what: string, where: RawBuilder<unknown>) =>
  sql`update ${sql.table(table)} as t set ${sql.raw(what)} where ${some(table, where)} returning 1`
const remove = (table: string, where: RawBuilder<unknown>) =>
  sql`delete from ${sql.table(table)} as t where ${some(table, where)} returning 1`

const empty = `sealed = '', last_four = ''`
const paidUser = sql.raw(`(select max(w.ended_at) from finance.withdrawal w where w.account_id = t.id)`)

export const retentions: Record<RetentionKind, Retention> = {
  // Of people who were erased; everybody else's are needed for their next payment.
  payoutDetails: {
    param: 'payout_detail_years',
    unit: 'years',
    statements: (before, now) => [
      set(
        'finance.payee_account',
        empty,
        sql`length(t.sealed) > 0 and exists (select from privacy.erased e where e.user_id = t.user_id and e.returned_at is null)
            and coalesce(${paidUser}, t.first_used_at) < ${before} and not ${isHeld('t.user_id', now)}`,
      ),
      set(
        'finance.payout',
        empty,
        sql`length(t.sealed) > 0 and t.state <> 'waiting' and t.ended_at < ${before} and t.source = 'withdrawal'
            and exists (select from privacy.erased e where t.payee_id = 'user:' || e.user_id and e.returned_at is null
                           and not ${isHeld('e.user_id', now)})`,
      ),
    ],
  },
  reads: {
    param: 'read_keep_days',
    unit: 'days',
    statements: (before, now) => [
      remove('privacy.read_day', sql`t.day < ${before} and not ${isHeld('t.user_id', now)}`),
    ],
  },
  addresses: {
    param: 'address_keep_days',
    unit: 'days',
    statements: (before, now) => [
      set(
        'users.user_device',
        `ip = ''`,
        sql`t.ip <> '' and t.last_seen_at < ${before} and not ${isHeld('t.user_id', now)}`,
      ),
      set(
        'users.app_user',
        `registered_ip = ''`,
        sql`t.registered_ip <> '' and t.registered_at < ${before} and t.seen_at < ${before} and not ${isHeld('t.id', now)}`,
      ),
    ],
  },
  content: {
    param: 'content_keep_days',
    unit: 'days',
    statements: (before, now) => [
      set(
        'audits.item',
        `text = '', picture_urls = '{}'`,
        sql`t.decided_at < ${before} and (t.text <> '' or t.picture_urls <> '{}') and not ${isHeld('t.user_id', now)}
            and not exists (select from audits.review r where r.item_id = t.id and r.state = 'waiting')`,
      ),
      remove(
        'audits.look',
        sql`t.submitted_at < ${before} and not ${isHeld('t.user_id', now)} and exists (
              select from audits.item i
               where i.id = t.item_id and i.decided_at < ${before} and i.text = '' and i.picture_urls = '{}')`,
      ),
    ],
  },
  snapshots: {
    param: 'snapshot_keep_days',
    unit: 'days',
    statements: (before, now) => [
      set(
        'live.session',
        `snapshot_url = ''`,
        sql`t.snapshot_url <> '' and t.ended_at < ${before} and not ${isHeld('t.user_id', now)}`,
      ),
      set(
        'live.call',
        `snapshot_url = ''`,
        sql`t.snapshot_url <> '' and t.ended_at < ${before} and not ${isHeld('t.caller_id', now)}
            and not ${isHeld('t.callee_id', now)}`,
      ),
    ],
  },
  // Figures are counted from them for 92 days, and keep what they counted.
  views: {
    param: 'view_keep_days',
    unit: 'days',
    statements: (before, now) => [
      remove('live.view', sql`t.at < ${before} and not ${isHeld('t.user_id', now)}`),
      remove('live.match', sql`t.requested_at < ${before} and not ${isHeld('t.user_id', now)}`),
    ],
  },
  // Whole months, so that an id is kept for up to a month longer. Of nobody's: a hold keeps nothing of it.
  events: { param: 'event_keep_days', unit: 'days', step: forgetEvents },
}
