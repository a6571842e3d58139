// The last weeks under a plan: each guild's sum by the settlement's own function, under the plan of the
// week and under this one. Sub-agencies count for the parent they have now.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { planPreview } from '@greenroom/contract/guildMoney'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'
import { type Computed, computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { planById } from './levels.queries.ts'
import * as queries from './plans.queries.ts'

const weeksBack = 4
const usualSize = 200

/** What depends on a plan: commission, override and the anchors' salaries, whether the guild or the anchors get them. */
function byPlan(computed: Computed | undefined): bigint {
  if (!computed || !('sum' in computed)) return 0n
  const { totals, lines } = computed.sum
  const salaries = lines.reduce((sum, line) => (line.kind === 'anchor' ? sum + line.salaryCents : sum), 0n)
  return totals.commissionCents + totals.overrideCents + salaries
}

const byGuild = (all: readonly Computed[]) => new Map(all.map((one) => [one.id, byPlan(one)]))

/** @throws Refusal 10032 */
export const preview =
  (params: Params) =>
  async (context: Context, sent: Parsed<typeof planPreview>): Promise<Answer<typeof planPreview>> => {
    const { database, now } = context
    const plan = context.scope.kind === 'platform' ? await planById(database, sent.id) : undefined
    if (!plan) throw refuseBecause(10032, 'id', 'record.none')
    const size = sent.size ?? usualSize
    const weeks = await queries.endedWeeks(database, now, weeksBack)
    const guilds = await queries.guildsWithFigures(database, weeks, sent.afterGuildId ?? 0, size)
    const ids = guilds.map(({ id }) => id)
    const validity = validDays(params, now)
    const compared: { week: string; before: Map<number, bigint>; after: Map<number, bigint> }[] = []
    for (const week of weeks) {
      const before = byGuild(await computeSums(database, week, ids, validity))
      const after = byGuild(await computeSums(database, week, ids, validity, { plan }))
      compared.push({ week, before, after })
    }
    return {
      weeks,
      guilds: guilds.map(({ id, name }) => {
        const of = compared.map(({ week, before, after }) => ({
          week,
          nowCents: Number(before.get(id) ?? 0n),
          thenCents: Number(after.get(id) ?? 0n),
        }))
        return {
          guildId: id,
          guildName: name,
          nowCents: of.reduce((sum, { nowCents }) => sum + nowCents, 0),
          thenCents: of.reduce((sum, { thenCents }) => sum + thenCents, 0),
          weeks: of,
        }
      }),
      next: guilds.length < size ? null : ids.at(-1)!,
      total: await queries.countWithFigures(database, weeks),
    }
  }
