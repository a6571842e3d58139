// Unusual patterns of sales: many new buyers, sales at night, tokens that return. Counts by day are updated with each sale; a round checks
// what buyers gave away afterwards.
import type { agentPatternList } from '@greenroom/contract/agentTrades'
import type { Answer } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { Database } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import type { Params } from '../../../params/index.ts'
import { personColumn } from '../../users/index.ts'

type Pattern = Answer<typeof agentPatternList>['patterns'][number]
type Row = { agentId: number; user: PersonRef; day: string; sales: number; fresh: number; night: number; round: number }

const shownDays = 30
const most = 200

/** Days of the last month above a parameter's threshold, newest first; a line for each pattern. */
export const patternsOf =
  (params: Params) =>
  async (context: Context): Promise<Answer<typeof agentPatternList>> => {
    if (context.scope.kind !== 'platform') return { patterns: [] }
    const least = {
      new: params.integer('agent_pattern_buyers'),
      night: params.integer('agent_pattern_night'),
      round: params.integer('agent_pattern_round'),
    }
    const since = new Date(context.now.getTime() - shownDays * 86_400_000)
    const { rows } = await sql<Row>`
      select d.agent_id as "agentId", ${personColumn('g.user_id', 'u')} as user, to_char(d.day, 'YYYY-MM-DD') as day, d.sales,
             d.new_buyers as fresh, d.night_sales as night, d.round_trips as round
        from topup_agents.agent_day d
        join topup_agents.agent g on g.id = d.agent_id
        join users.app_user u on u.id = g.user_id
       where d.day >= ${since}::date
         and (d.new_buyers >= ${least.new} or d.night_sales >= ${least.night} or d.round_trips >= ${least.round})
       order by d.day desc, d.agent_id limit ${most}`.execute(context.database)
    const patterns = rows.flatMap((row) => {
      const line = (pattern: Pattern['pattern'], sales: number): Pattern[] =>
        sales >= least[pattern]
          ? [{ agent: { agentId: row.agentId, user: row.user }, day: row.day, pattern, sales, ofSales: row.sales }]
          : []
      return [...line('new', row.fresh), ...line('night', row.night), ...line('round', row.round)]
    })
    return { patterns }
  }

const dayMs = 86_400_000

/**
 * Marks sales of the last day whose buyer gave at least half of the tokens, within a day, to the agent's own user or a member
 * of the guild they lead, and adds them to their days' counts. A sale is marked once, permanently.
 */
export async function markRoundTrips(database: Database, now: Date, zone: string): Promise<number> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ marked: number }>`
    with recent as (
      select s.id, s.agent_id, s.user_id, s.tokens, s.at, g.user_id as agent_user
        from topup_agents.sale s join topup_agents.agent g on g.id = s.agent_id
       where s.at >= ${since} and not s.round_trip
    ), given as (
      select r.id, r.agent_id, r.at
        from recent r
        join lateral (
          select sum(l.tokens) as tokens from live.gift l
           where l.sender_id = r.user_id and l.id >= ${idAt(since)}::uuid and l.at >= r.at
             and l.at < r.at + interval '1 day'
             and (l.receiver_id = r.agent_user
                  or exists (select from guilds.guild q join guilds.member m on m.guild_id = q.id
                              where q.leader_user_id = r.agent_user and m.user_id = l.receiver_id
                                and m.state in ('active', 'leaving')))) g on g.tokens * 2 >= r.tokens
    ), marked as (
      update topup_agents.sale s set round_trip = true from given where s.id = given.id and not s.round_trip
      returning s.agent_id, (s.at at time zone ${zone})::date as day
    ), counted as (
      update topup_agents.agent_day d set round_trips = d.round_trips + m.count
        from (select agent_id, day, count(*)::int as count from marked group by agent_id, day) m
       where d.agent_id = m.agent_id and d.day = m.day
      returning 1
    )
    select count(*)::int as marked from marked`.execute(database)
  return rows[0]!.marked
}
