// The leader's evening: today's earnings by anchor beside yesterday's up to the same hour, and what would reach the next level. Bonus of
// today is that of the day's report; yesterday's part is counted by the rule that counts the report.
import type { Answer } from '@greenroom/contract/call'
import type { guildEvening } from '@greenroom/contract/guildEvening'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { earnedAround } from '../../../ledger/index.ts'
import { type Params, pastOf } from '../../../params/index.ts'
import { peopleOf } from '../../users/index.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { anchorsOn, doneLately } from './guildEvening.queries.ts'
import { type Earned, pacesOf, tonight, untilThisHour, whatReaches } from './guildEvening.rules.ts'
import { membershipsOf } from './guildFold.queries.ts'
import { addPostings, byUser, type Figures, type Window, windowAt, windowsOf } from './guildFold.rules.ts'
import { moneyReader, priced } from './guildFold.service.ts'
import { standingOf } from './guildHome.service.ts'

/** Anchors shown; all count in the sums. */
const mostShown = 50
/** Of guilds with more anchors who earned yesterday, yesterday is not counted again hour by hour. */
const mostCompared = 100

/** What these anchors earned for a guild in a span of a day, by anchor. */
async function earnedUntil(
  reader: Reader,
  guildId: number,
  { day, userIds }: { day: Window; userIds: readonly bigint[] },
): Promise<Map<bigint, Earned>> {
  const postings = priced(
    await earnedAround(reader, { from: day.startsAt, to: day.endsAt }, moneyReader, userIds),
    await pastOf(reader, 'bonus_per_usd'),
  )
  const figures: Figures = new Map()
  addPostings(figures, postings, { members: byUser(await membershipsOf(reader, userIds)), windows: [day] })
  return new Map(
    [...figures.values()].flatMap((one) =>
      one.guildId === guildId
        ? [[one.userId, { bonus: one.gift + one.call + one.room + one.text, micros: one.micros }] as const]
        : [],
    ),
  )
}

const sumOf = (all: Iterable<Earned>): Earned =>
  [...all].reduce((sum, { bonus, micros }) => ({ bonus: sum.bonus + bonus, micros: sum.micros + micros }), {
    bonus: 0n,
    micros: 0n,
  })
const shown = ({ bonus, micros }: Earned) => ({ bonus: Number(bonus), usdMicros: Number(micros) })
const nothing: Earned = { bonus: 0n, micros: 0n }

/** The day before, in its own week; undefined before there was one. */
async function dayBefore({ database, timeZone }: Context, today: Window): Promise<Window | undefined> {
  const moment = new Date(today.startsAt.getTime() - 1)
  const week = await weekAt(database, moment)
  const windows = week ? windowsOf(week, timeZone) : []
  return windows[windowAt(windows, moment)]
}

/** @throws Refusal 10032 for callers that lead no guild, and before there are weeks */
export async function guildEveningOf(context: Context, params: Params): Promise<Answer<typeof guildEvening>> {
  const { database, now } = context
  const { guild, today, daysLeft, members, sum, day } = await standingOf(context, params)
  const before = await dayBefore(context, today)
  const [earnedToday, earnedYesterday, lately] = await Promise.all([
    anchorsOn(database, guild.id, today.day),
    before ? anchorsOn(database, guild.id, before.day) : [],
    doneLately(database, guild.id, today.day),
  ])
  const isCompared = before !== undefined && earnedYesterday.length <= mostCompared
  const span = before && untilThisHour(before, today.startsAt, now)
  const yesterday = isCompared
    ? await earnedUntil(database, guild.id, {
        day: { ...before, startsAt: span!.from, endsAt: span!.to },
        userIds: earnedYesterday.map(({ userId }) => userId),
      })
    : null
  const anchors = tonight(members, new Map(earnedToday.map((one) => [one.userId, one])), day)
  const { next } = sum
  const minutesLeft = Math.floor((today.endsAt.getTime() - now.getTime()) / 60_000)
  const reach = next && whatReaches(next.missingCents * 10_000n, pacesOf(lately), { minutesLeft, daysLeft })
  const named = anchors.slice(0, mostShown)
  const people = await peopleOf(database, [...named.map(({ userId }) => userId), ...(reach?.userIds ?? [])])
  const personOf = (userId: bigint) => people.get(userId) ?? { userId: Number(userId), nickname: '', avatarUrl: '' }
  return {
    guild: { guildId: guild.id, name: guild.name },
    day: today.day,
    endsAt: today.endsAt.toISOString(),
    today: shown(sumOf(earnedToday)),
    yesterday: yesterday && shown(sumOf(yesterday.values())),
    valid: day.valid,
    members: members.length,
    validAlready: anchors.filter(({ missingLive }) => missingLive === 0).length,
    anchors: named.map(({ userId, earned, ...one }) => ({
      anchor: personOf(userId),
      today: shown(earned),
      yesterday: yesterday && shown(yesterday.get(userId) ?? nothing),
      ...one,
    })),
    next: next
      ? {
          level: next.level,
          missingCents: Number(next.missingCents),
          gainCents: Number(next.gainCents),
          reach: reach ? { anchors: reach.userIds.map(personOf), minutes: reach.minutes, days: reach.days } : null,
        }
      : null,
  }
}
