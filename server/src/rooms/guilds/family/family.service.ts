// A family as its leader and staff see it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { guildFamily } from '@greenroom/contract/guilds'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { levelOf, type Plan } from '../plans/commission.rules.ts'
import { planOf } from '../plans/levels.queries.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { weekAround, weekLater } from '../weeks/weeks.rules.ts'
import * as queries from './family.queries.ts'

type Family = Answer<typeof guildFamily>
export type FamilyWeek = Family['guild']['thisWeek']

const cents = (micros: bigint) => Number(micros / 10_000n)
const sum = <T>(all: readonly T[], of: (one: T) => bigint) => all.reduce((total, one) => total + of(one), 0n)

/** The sum of several guilds' figures of a week. */
export function weekOf(figures: readonly queries.WeekFigures[], plan: Plan, payable: bigint | null): FamilyWeek {
  const base = sum(figures, (one) => one.base_micros)
  return {
    points: Number(sum(figures, (one) => one.bonus)),
    baseCents: cents(base),
    level: levelOf(plan, base),
    joined: figures.reduce((total, one) => total + one.joined, 0),
    lost: figures.reduce((total, one) => total + one.lost, 0),
    payableCents: payable === null ? null : Number(payable),
  }
}

/** The running week and the one before, with the plans in force. */
export async function weeksShown({ database: reader, now, timeZone }: Context) {
  // The job that creates weeks may not have run yet.
  const week = (await weekAt(reader, now)) ?? weekAround(now, timeZone)
  const weeks = { thisWeek: week.week, lastWeek: weekLater(week.week, -1) }
  const [thisWeek, lastWeek] = await Promise.all(Object.values(weeks).map((one) => planOf(reader, one)))
  return { weeks, plans: { thisWeek: thisWeek!, lastWeek: lastWeek! } }
}

/** The total that the settlements pay; null if there is none yet. */
export function payableOf(figures: readonly queries.WeekFigures[]): bigint | null {
  const paid = figures.map((one) => one.payable_cents).filter((one) => one !== null)
  return paid.length === 0 ? null : sum(paid, (one) => one)
}

/**
 * A guild with its sub-agencies. A leader reads their own; what a sub-agency is paid is shown only to staff and to itself.
 *
 * @throws Refusal 10032 for a guild out of scope, 10009 if staff name none
 */
export async function family(context: Context, payload: Parsed<typeof guildFamily>): Promise<Family> {
  const { database, scope } = context
  const guildId = payload.guildId ?? (scope.kind === 'guild' ? scope.unionId : undefined)
  if (guildId === undefined) throw refuseBecause(10009, 'guildId', 'field.required')
  const [{ weeks, plans }, guilds] = await Promise.all([
    weeksShown(context),
    queries.familyOf(database, context, guildId),
  ])
  const head = guilds.find((guild) => guild.id === guildId)
  if (!head) throw refuseCode(10032, 'guildId')
  const ids = guilds.map((guild) => guild.id)
  const figures = await queries.figuresOf(database, ids, Object.values(weeks))
  const own = (id: number) => scope.kind === 'platform' || (scope.kind === 'guild' && scope.unionId === id)
  const of = (which: keyof typeof weeks, id?: number) =>
    figures.filter((one) => one.week === weeks[which] && (id === undefined || one.guild_id === id))
  const weekFor = (which: keyof typeof weeks, id: number): FamilyWeek => {
    const [found] = of(which, id)
    // A family's level is its parent's.
    const shown = weekOf(found ? [found] : [], plans[which], own(id) ? (found?.payable_cents ?? null) : null)
    return id === guildId ? { ...shown, level: totalOf(which).level } : shown
  }
  const totalOf = (which: keyof typeof weeks): FamilyWeek => {
    const all = of(which)
    return weekOf(all, plans[which], scope.kind === 'platform' ? payableOf(all) : null)
  }
  const shown = (guild: queries.FamilyGuild): Family['guild'] => ({
    guildId: guild.id,
    name: guild.name,
    leader: guild.leader,
    state: guild.state,
    members: guild.members,
    agreedRateBp: guild.agreed_rate_bp,
    thisWeek: weekFor('thisWeek', guild.id),
    lastWeek: weekFor('lastWeek', guild.id),
  })
  return {
    ...weeks,
    parent: head.parent_id === null ? null : { guildId: head.parent_id, name: head.parent_name ?? '' },
    guild: shown(head),
    subAgencies: guilds.filter((guild) => guild !== head).map(shown),
    total: {
      members: guilds.reduce((total, guild) => total + guild.members, 0),
      thisWeek: totalOf('thisWeek'),
      lastWeek: totalOf('lastWeek'),
    },
  }
}
