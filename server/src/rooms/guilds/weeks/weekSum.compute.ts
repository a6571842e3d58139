// Computes the sums of a week for a chunk of guilds: reads everything in a few set queries, then sums each guild separately.
import type { Reader } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import { type PlanOfWeek, planOf, plansById } from '../plans/levels.queries.ts'
import { differencesOf, isWithheld } from './weekSum.corrections.ts'
import * as inputs from './weekSum.inputs.ts'
import { CannotSum, type Line, type Sum, sumOf } from './weekSum.rules.ts'
import { type Settled, settledLines, toCorrect } from './weekSum.settled.ts'

/** A guild's sum of a week, or why it failed. */
export type Computed = inputs.GuildOfWeek & {
  planId: number | null
  /** The inputs of earlier weeks which, with this sum, are settled in full, or but for lines that are `held`; by week. */
  seenWeeks: Record<string, string>
  liveMinutes: number
  callMinutes: number
} & ({ sum: Sum } | { parked: string })

/** What makes a day valid, the moment at which bans are checked, and the price of a token. */
export const validDays = (params: Params, now: Date) => ({
  now,
  liveMinutes: params.integer('guild_valid_day_live_minutes'),
  callMinutes: params.integer('guild_valid_day_call_minutes'),
  tokensPerUsd: params.integer('tokens_per_usd'),
})
type Validity = ReturnType<typeof validDays>

const parkedFor = (error: unknown): string => (error instanceof CannotSum ? error.message : `failed: ${String(error)}`)

/** What is due for a settled week, and what of it is still due, as correcting lines; `held`: some wait for the end of a ban. */
export type StillDue = { due: Line[]; lines: Line[]; held: boolean } | { parked: string }

/**
 * Compares what is due for settled weeks, under their own plans and rules, with everything that settles them but the sums of the week `but`.
 * By settlement.
 */
export async function stillDue(
  reader: Reader,
  settled: readonly Settled[],
  { but, now }: { but: string | null; now: Date },
): Promise<Map<number, StillDue>> {
  const found = new Map<number, StillDue>()
  if (settled.length === 0) return found
  const lines = await settledLines(reader, settled, but)
  const subs = await inputs.settledSubs(
    reader,
    settled.map(({ id }) => id),
  )
  const plans = await plansById(
    reader,
    settled.map(({ planId }) => planId),
  )
  const alike = Map.groupBy(settled, (one) => `${one.week} ${one.liveMinutes} ${one.callMinutes}`)
  for (const of of alike.values()) {
    const { week, liveMinutes, callMinutes } = of[0]!
    const guildIds = of.map(({ guildId }) => guildId)
    const anchors = await inputs.anchorsOf(reader, week, guildIds, { now, liveMinutes, callMinutes })
    const deductions = await inputs.deductionsOf(reader, week, guildIds)
    for (const one of of) {
      const plan = plans.get(one.planId)
      if (!plan) throw new Error(`settlement ${one.id} has no plan`)
      const all = anchors.get(one.guildId) ?? []
      try {
        const due = sumOf({
          method: one.method,
          plan,
          agreedBp: one.agreedBp,
          anchors: all.map((anchor) => ({ ...anchor, held: false })),
          subs: subs.get(one.id) ?? [],
          deductions: deductions.get(one.guildId) ?? [],
          carriedInCents: 0n,
          corrections: [],
          debt: null,
        })
        const banned = new Set(all.flatMap(({ held, userId }) => (held ? [userId] : [])))
        const open = differencesOf(week, due.lines, lines.get(one.id) ?? []).map((line) => ({
          ...line,
          ofVersion: one.sumVersion,
        }))
        const payable = open.filter((line) => !isWithheld(line, banned))
        found.set(one.id, { due: due.lines, lines: payable, held: payable.length < open.length })
      } catch (error) {
        found.set(one.id, { parked: parkedFor(error) })
      }
    }
  }
  return found
}

type Corrections = { lines: Line[]; seenWeeks: Record<string, string>; parked: string | null }

/** Corrections of earlier weeks to be settled in `week`, by guild. */
async function corrections(reader: Reader, week: string, ids: readonly number[], now: Date) {
  const found = new Map<number, Corrections>()
  const settled = await toCorrect(reader, week, ids)
  const due = await stillDue(reader, settled, { but: week, now })
  for (const one of settled) {
    const of = found.get(one.guildId) ?? { lines: [], seenWeeks: {}, parked: null }
    found.set(one.guildId, of)
    const open = due.get(one.id)!
    if ('parked' in open) of.parked = `correction of ${one.week}: ${open.parked}`
    else {
      of.lines.push(...open.lines)
      of.seenWeeks[one.week] = `${one.inputs} ${one.sumVersion}${open.held ? ' held' : ''}`
    }
  }
  return found
}

/**
 * The sums of these guilds in `week`. A guild whose sum fails comes with the reason; the others are not affected. A week's family is that
 * of its first version.
 *
 * @param instead.plan a plan to be previewed, in place of that in force.
 */
export async function computeSums(
  reader: Reader,
  week: string,
  ids: readonly number[],
  validity: Validity,
  instead: { plan?: PlanOfWeek } = {},
): Promise<Computed[]> {
  if (ids.length === 0) return []
  const families = await inputs.familiesOf(reader, week, ids)
  const guilds = await inputs.guildsOf(reader, week, ids, families)
  const anchors = await inputs.anchorsOf(reader, week, ids, validity)
  const subs = await inputs.subsOf(reader, week, ids, families)
  const deductions = await inputs.deductionsOf(reader, week, ids)
  const inForce = instead.plan ?? (await planOf(reader, week))
  const corrected = await corrections(reader, week, ids, validity.now)
  // A previewed plan is compared by what it brings.
  const debts = instead.plan ? undefined : await inputs.debtsOf(reader, week, ids, validity.tokensPerUsd)
  const { liveMinutes, callMinutes } = validity
  return guilds.map((guild): Computed => {
    const of = { ...guild, planId: inForce?.id ?? null, seenWeeks: {}, liveMinutes, callMinutes }
    const earlier = corrected.get(guild.id)
    if (!inForce) return { ...of, parked: 'no commission plan is in force in this week' }
    if (earlier?.parked) return { ...of, parked: earlier.parked }
    try {
      const sum = sumOf({
        method: guild.method,
        plan: inForce,
        agreedBp: guild.agreedBp,
        anchors: anchors.get(guild.id) ?? [],
        subs: subs.get(guild.id) ?? [],
        deductions: deductions.get(guild.id) ?? [],
        carriedInCents: guild.carriedInCents,
        corrections: earlier?.lines ?? [],
        debt: debts?.get(guild.id) ?? null,
      })
      return { ...of, sum, seenWeeks: earlier?.seenWeeks ?? {} }
    } catch (error) {
      return { ...of, parked: parkedFor(error) }
    }
  })
}
