// SQL of a channel day's figures: the terms in force, counted installs, cost.
import { type RawBuilder, sql } from 'kysely'

/** Joins the terms `t` in force for channel `c` on `day`. */
export const termOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select x.model, x.price_cents, x.share_bp, x.coefficient from promotion.term x
     where x.channel_id = c.id and x.from_day <= ${day} order by x.from_day desc, x.id desc limit 1) t on true`

/** Installs times the download coefficient, rounded down once per day. */
export const counted = sql<number>`(d.installs * coalesce(t.coefficient, 100) / 100)`

/** The day's recharges minus its refunds. */
export const net = sql<bigint>`(d.recharge_cents - d.refund_cents)`

/** Whole USD cents; negative if refunds exceed recharges. */
export const cost = sql<bigint>`
  (case t.model when 'CPA' then ${counted} * t.price_cents
                when 'CPS' then trunc(${net}::numeric * t.share_bp / 10000)::bigint
                when 'fixed' then t.price_cents else 0 end)`
