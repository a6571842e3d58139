// Which calls, matches, views and entries a measure counts: for the sums of users' days (indicators.subjects.ts) and for the lists behind figures (records/).
import { type RawBuilder, sql } from 'kysely'
import { earningKinds } from '../../ledger/index.ts'

type Conditions = Record<string, RawBuilder<unknown>>

const answered = sql`c.answered_at is not null`
const unanswered = sql`c.answered_at is null and c.ended_at is not null`
/** Only answered calls have a length. */
const ended = sql`${answered} and c.seconds is not null`

/** Calls under 10 seconds have no length (spec section 9). */
export const longEnough = sql`(${answered} and c.seconds >= 10)`

const reasons = {
  cancelled: ['cancelled', 'cancelled by the caller'],
  declined: ['declined', 'refused'],
  noAnswer: ['no answer', 'timeout'],
  busy: ['busy'],
  balance: ['balance'],
}
const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))

/** Of `live.call c`. The bucket under 30 seconds has every answered call, since only the total length leaves out those under 10. */
export const callsThat = {
  answered,
  cancelled: sql`${unanswered} and c.end_reason in (${literals(reasons.cancelled)})`,
  declined: sql`${unanswered} and c.end_reason in (${literals(reasons.declined)})`,
  noAnswer: sql`${unanswered} and c.end_reason in (${literals(reasons.noAnswer)})`,
  busy: sql`${unanswered} and c.end_reason in (${literals(reasons.busy)})`,
  balance: sql`${unanswered} and c.end_reason in (${literals(reasons.balance)})`,
  otherwise: sql`${unanswered} and c.end_reason not in (${literals(Object.values(reasons).flat())})`,
  under30: sql`${answered} and c.seconds < 30`,
  to120: sql`${answered} and c.seconds between 30 and 120`,
  over120: sql`${answered} and c.seconds > 120`,
  voice: sql`${longEnough} and c.kind = 'voice'`,
  video: sql`${longEnough} and c.kind = 'video'`,
} satisfies Conditions

/** Of `live.match m` with its `live.call c`. */
export const matchesThat = {
  matched: sql`m.outcome = 'matched'`,
  answered,
  cancelled: sql`m.outcome = 'cancelled'`,
  timeouts: sql`m.outcome = 'timeout'`,
} satisfies Conditions

/** Of views `v`, by length (spec section 9). */
export const viewsThat = {
  to10: sql`v.seconds <= 10`,
  to30: sql`v.seconds between 11 and 30`,
  to60: sql`v.seconds between 31 and 60`,
  over60: sql`v.seconds > 60`,
} satisfies Conditions

/** A viewer's whole time of a day, `seconds`, by length (spec section 9). */
export const viewerDaysThat = (seconds: RawBuilder<unknown>) =>
  ({
    dayUnder30: sql`${seconds} < 1800`,
    dayTo60: sql`${seconds} between 1800 and 3600`,
    dayOver60: sql`${seconds} > 3600`,
  }) satisfies Conditions

/**
 * A set split once: each of its records is in exactly one part. A test holds that on random records, and that each split that a dashboard
 * shows is one.
 */
type Partition = {
  of: 'calls' | 'matches' | 'views' | 'viewerDays'
  whole: RawBuilder<unknown>
  parts: Conditions
}

const { under30, to120, over120, voice, video, ...outcomes } = callsThat
export const partitions = {
  /** Answered, or why not. */
  outcomes: { of: 'calls', whole: sql`(${answered} or c.ended_at is not null)`, parts: outcomes },
  lengths: { of: 'calls', whole: ended, parts: { under30, to120, over120 } },
  kinds: { of: 'calls', whole: longEnough, parts: { voice, video } },
  matches: {
    of: 'matches',
    whole: sql`m.outcome is not null`,
    parts: { matched: matchesThat.matched, cancelled: matchesThat.cancelled, timeouts: matchesThat.timeouts },
  },
  views: { of: 'views', whole: sql`v.seconds is not null`, parts: viewsThat },
  viewerDays: { of: 'viewerDays', whole: sql`d.seconds is not null`, parts: viewerDaysThat(sql`d.seconds`) },
} satisfies Record<string, Partition>

/** Of entries `e` of users, with the purpose of their `ledger.account e`; `kinds` of their transfers, if only these count. `sign` makes a sum of debits positive. */
export type Entries = {
  currency: 'TOKEN' | 'BONUS'
  kinds?: readonly string[]
  where: RawBuilder<unknown>
  sign: 1 | -1
}
const credited = sql`e.amount > 0`
const debited = sql`e.amount < 0`
const paid = sql`e.amount > 0 and e.purpose = 'paid'`
const spent = (kind: string): Entries => ({ currency: 'TOKEN', kinds: [kind], where: debited, sign: -1 })

/** By measure, in the order in which a user's day stores them. */
export const entriesThat = {
  fromRecharges: { currency: 'TOKEN', kinds: ['recharge'], where: paid, sign: 1 },
  fromAgents: { currency: 'TOKEN', kinds: ['agent.sale'], where: paid, sign: 1 },
  bought: { currency: 'TOKEN', kinds: ['recharge', 'agent.sale'], where: paid, sign: 1 },
  promotional: { currency: 'TOKEN', where: sql`e.amount > 0 and e.purpose = 'promo'`, sign: 1 },
  gift: spent('gift'),
  call: spent('call'),
  room: spent('room'),
  text: spent('text'),
  earned: { currency: 'BONUS', kinds: earningKinds, where: credited, sign: 1 },
  withdrawn: { currency: 'BONUS', kinds: ['withdrawal', 'settlement.redeem'], where: debited, sign: -1 },
  /** All movements of tokens: they sum to users' balances. */
  change: { currency: 'TOKEN', where: sql`e.purpose in ('paid', 'promo')`, sign: 1 },
} satisfies Record<string, Entries>

/** A return `r` of an order that was posted and stands: a chargeback that was won is no refund. */
export const isReturned = sql`r.counts and r.transfer_id is not null and r.reversed_at is null`
