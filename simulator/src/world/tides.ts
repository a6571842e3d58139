// What makes days differ: weekdays, growth, a campaign, an outage. Pure; times in milliseconds.
import { day, historyDays } from './sizes.ts'

const hour = 60 * 60_000

/** Activity by weekday, from Sunday: people have time at weekends. */
const week = [0.97, 0.74, 0.72, 0.74, 0.79, 0.91, 1] as const

export const weekdayOf = (at: number, hours: number): number => week[new Date(at + hours * hour).getUTCDay()]!

/** Days of the history, counted from its start: a week with a channel's campaign, and a day with a long outage. */
export const campaign = { from: 46, to: 53, channel: 'tiktok-02' } as const
export const outage = { from: 74 + 8 / 24, to: 74 + 19 / 24 } as const

const within = (at: number, origin: number, span: { from: number; to: number }): boolean =>
  at >= origin + span.from * day && at < origin + span.to * day

export const isCampaign = (at: number, origin: number): boolean => within(at, origin, campaign)
export const isAway = (at: number, origin: number): boolean => within(at, origin, outage)

/** Registrations relative to the average: fewer at the start, more later; 1 on average over the history, and after it. */
export function growthOf(at: number, origin: number): number {
  const part = (at - origin) / (historyDays * day)
  const growth = part >= 1 ? 1 : 0.4 + 1.8 * Math.max(0, part) ** 2
  return isAway(at, origin) ? 0 : isCampaign(at, origin) ? growth * 2.6 : growth
}
