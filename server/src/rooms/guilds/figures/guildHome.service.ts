// The leader's Home: the running week of their guild.
import type { Answer } from '@greenroom/contract/call'
import type { guildHome } from '@greenroom/contract/guildFigures'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'
import { runningOf } from '../../live/index.ts'
import { peopleOf } from '../../users/index.ts'
import { dissolvesAt } from '../guild/guild.rules.ts'
import { planOf } from '../plans/levels.queries.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import type { Week } from '../weeks/weeks.rules.ts'
import { windowAt, windowsOf } from './guildFold.rules.ts'
import {
  anchorWeeks,
  deductedCents,
  type HomeGuild,
  homeGuild,
  lastLevel,
  ownWeek,
  subWeeks,
} from './guildHome.queries.ts'
import { type AnchorProgress, type Close, closest, sumOf } from './guildHome.rules.ts'
import { validDay } from './guildReports.figures.ts'

/** From `methodFrom` on the guild's anchors withdraw themselves. */
const methodIn = (guild: HomeGuild, week: Week): HomeGuild['method'] =>
  guild.methodFrom !== null && guild.methodFrom <= week.week ? 'anchor withdrawal' : guild.method

/** The running week of the caller's guild. @throws Refusal 10032 for callers that lead no guild, and before there are weeks */
export async function standingOf(context: Context, params: Params) {
  const { database, now, scope } = context
  if (scope.kind !== 'guild') throw new Refusal(10032)
  const id = scope.unionId
  const [guild, week] = await Promise.all([homeGuild(database, id), weekAt(database, now)])
  if (!guild || !week) throw new Refusal(10032)
  const windows = windowsOf(week, context.timeZone)
  const index = windowAt(windows, now)
  const today = windows[index]!
  const valid = validDay(params)
  const pickup = methodIn(guild, week) === 'guild pickup'
  const [subs, own, anchors, inForce, deductionCents, last] = await Promise.all([
    subWeeks(database, id, week.week),
    ownWeek(database, id, week.week),
    anchorWeeks(database, id, { week: week.week, today: today.day }, valid),
    planOf(database, week.week),
    deductedCents(database, id, week.week, pickup),
    lastLevel(database, id),
  ])
  // The first plan starts before any week.
  const plan = inForce!
  const members = anchors.filter(({ member }) => member)
  const running = new Map(
    (
      await runningOf(
        database,
        members.map(({ userId }) => userId),
      )
    ).map((one) => [one.userId, one]),
  )
  const standings = anchors.map((one): AnchorProgress => ({ ...one, running: running.get(one.userId) ?? null }))
  const day = { valid, dayStartsAt: today.startsAt, now }
  const family = { baseMicros: own.baseMicros, subs, agreedBp: guild.agreedBp }
  const sum = sumOf(plan, family, { anchors: standings, pickup, deductionCents, ...day })
  const mine = new Set(members.map(({ userId }) => userId))
  return {
    guild,
    week,
    today,
    daysLeft: windows.length - index,
    subs,
    own,
    plan,
    last,
    family,
    sum,
    day,
    /** Those who are still members. */
    members: standings.filter(({ userId }) => mine.has(userId)),
  }
}

/** @throws Refusal 10032 for callers that lead no guild, and before there are weeks */
export async function guildHomeOf(context: Context, params: Params): Promise<Answer<typeof guildHome>> {
  const { database } = context
  const { guild, week, subs, own, plan, last, sum, day, daysLeft, members } = await standingOf(context, params)
  const { valid } = day
  const near = closest(plan, members, { ...day, daysLeft })
  const people = await peopleOf(
    database,
    near.map(({ userId }) => userId),
  )
  const { next } = sum
  return {
    guild: {
      guildId: guild.id,
      name: guild.name,
      state: guild.state,
      method: methodIn(guild, week),
      members: guild.members,
      subAgencies: subs.length,
    },
    parent: guild.parentId === null ? null : { guildId: guild.parentId, name: guild.parent! },
    week: { week: week.week, startsAt: week.startsAt.toISOString(), endsAt: week.endsAt.toISOString() },
    points: Number(own.bonus),
    baseUsdMicros: Number(own.baseMicros),
    familyUsdMicros: Number(sum.familyMicros),
    level: sum.level,
    levels: plan.levels.length,
    rateBp: sum.rateBp,
    fromCents: sum.fromCents,
    next: next ? { ...next, missingCents: Number(next.missingCents), gainCents: Number(next.gainCents) } : null,
    last,
    payable: {
      commissionCents: sum.commissionCents,
      overrideCents: sum.overrideCents,
      salaryCents: sum.salaryCents,
      bonusCents: sum.bonusCents,
      deductionCents: sum.deductionCents,
      totalCents: sum.totalCents,
    },
    valid,
    close: near.map((one) => shownClose(one, people)),
    dissolvesAt: dissolvesAt(guild)?.toISOString() ?? null,
  }
}

type People = Awaited<ReturnType<typeof peopleOf>>

const shownClose = ({ userId, points, step, ...one }: Close, people: People) => ({
  anchor: people.get(userId) ?? { userId: Number(userId), nickname: '', avatarUrl: '' },
  points: Number(points),
  ...one,
  step: step && { ...step, missingPoints: Number(step.missingPoints) },
})
