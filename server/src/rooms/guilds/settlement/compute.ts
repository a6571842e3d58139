// Computes the sums of a week for a chunk of guilds: reads everything in a few set queries, then sums each guild separately.
import type { Reader } from '../../../kit/database.ts'
import type { Params } from '../../../params/index.ts'
import { type PlanOfWeek, planById, planOf } from '../levels/queries.ts'
import { correctionsOf } from './corrections.ts'
import * as inputs from './inputs.ts'
import { CannotSum, type Line, type SubWeek, type Sum, sumOf } from './rules.ts'

/** A guild's sum of a week, or why it failed. */
export type Computed = inputs.GuildOfWeek & { planId: number | null } & ({ sum: Sum } | { parked: string })

/** What makes a day valid, the moment at which bans are checked, and the price of a token. */
export const validDays = (params: Params, now: Date) => ({
  now,
  liveMinutes: params.integer('guild_valid_day_live_minutes'),
  callMinutes: params.integer('guild_valid_day_call_minutes'),
  tokensPerUsd: params.integer('tokens_per_usd'),
})
type Validity = ReturnType<typeof validDays>

/** Corrections of earlier weeks to be settled in `week`, by guild. */
async function corrections(reader: Reader, week: string, ids: readonly number[], validity: Validity) {
  const found = new Map<number, Line[]>()
  const settled = await inputs.toCorrect(reader, week, ids)
  if (settled.length === 0) return found
  const lines = await inputs.settledLines(reader, settled, week)
  const subs = await inputs.settledSubs(
    reader,
    settled.map(({ id }) => id),
  )
  for (const [old, ofWeek] of Map.groupBy(settled, (one) => one.week)) {
    const guildIds = ofWeek.map(({ guildId }) => guildId)
    const anchors = await inputs.anchorsOf(reader, old, guildIds, validity)
    const deductions = await inputs.deductionsOf(reader, old, guildIds)
    for (const one of ofWeek) {
      const plan = await planById(reader, one.planId)
      if (!plan) throw new Error(`settlement ${one.id} has no plan`)
      const all = anchors.get(one.guildId) ?? []
      const now = sumOf({
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
      const added = correctionsOf(old, now.lines, lines.get(one.id) ?? [], banned)
      found.set(one.guildId, [...(found.get(one.guildId) ?? []), ...added])
    }
  }
  return found
}

/**
 * The sums of these guilds in `week`. A guild whose sum fails comes with the reason; the others are not affected.
 *
 * @param instead replaces what is in force now: a plan to be previewed, or the sub-agencies that a guild had when it dissolved.
 */
export async function computeSums(
  reader: Reader,
  week: string,
  ids: readonly number[],
  validity: Validity,
  instead: { plan?: PlanOfWeek; subs?: ReadonlyMap<number, readonly SubWeek[]> } = {},
): Promise<Computed[]> {
  if (ids.length === 0) return []
  const guilds = await inputs.guildsOf(reader, week, ids)
  const anchors = await inputs.anchorsOf(reader, week, ids, validity)
  const subs = instead.subs ?? (await inputs.subsOf(reader, week, ids))
  const deductions = await inputs.deductionsOf(reader, week, ids)
  const inForce = instead.plan ?? (await planOf(reader, week))
  const corrected = await corrections(reader, week, ids, validity)
  // A previewed plan is compared by what it brings.
  const debts = instead.plan ? undefined : await inputs.debtsOf(reader, week, ids, validity.tokensPerUsd)
  return guilds.map((guild): Computed => {
    const of = { ...guild, planId: inForce?.id ?? null }
    if (!inForce) return { ...of, parked: 'no commission plan is in force in this week' }
    try {
      const sum = sumOf({
        method: guild.method,
        plan: inForce,
        agreedBp: guild.agreedBp,
        anchors: anchors.get(guild.id) ?? [],
        subs: subs.get(guild.id) ?? [],
        deductions: deductions.get(guild.id) ?? [],
        carriedInCents: guild.carriedInCents,
        corrections: corrected.get(guild.id) ?? [],
        debt: debts?.get(guild.id) ?? null,
      })
      return { ...of, sum }
    } catch (error) {
      return { ...of, parked: error instanceof CannotSum ? error.message : `failed: ${String(error)}` }
    }
  })
}
