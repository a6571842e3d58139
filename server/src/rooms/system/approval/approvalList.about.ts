// Whom a request is about, and what is unusual about it in the light of earlier ones.
import type { PartyKind } from '@greenroom/contract/approvalRisk'
import type { Answer } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { approvalInfo } from '@greenroom/contract/system'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

type Detail = Answer<typeof approvalInfo>['detail']
type Unusual = Detail['unusual'][number]

/** As many parties are named as a screen lists. */
const mostNamed = 50
const mostUnusual = 20
/** How many times the mean of the earlier ones is unusual. */
const timesMean = 3
const dayMs = 86_400_000

type Row = {
  kind: PartyKind
  party: bigint
  usdCents: bigint | null
  askedAt: Date
  name: string | null
  person: PersonRef | null
  since: Date | null
  earlier: number
  meanUsdCents: number | null
}

/**
 * The parties of a request, those with most money first: their names, since when they have been with the platform, and what was done for them
 * before. Withdrawals are compared with those that were passed before, no matter who decided; any other kind with approved requests of that kind.
 */
async function partiesOf(reader: Reader, approvalId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with asked as (
      select p.kind, p.party, p.usd_cents, a.kind as request, a.created_at
        from access.approval_party p
        join access.approval a on a.id = p.approval_id
       where p.approval_id = ${approvalId}
       order by p.usd_cents desc nulls last, p.kind, p.party
       limit ${mostNamed}
    )
    select q.kind, q.party, q.usd_cents as "usdCents", q.created_at as "askedAt", coalesce(g.name, r.name) as name,
           case when u.id is not null
                then jsonb_build_object('userId', u.id, 'nickname', u.nickname, 'avatarUrl', u.avatar_url) end as person,
           coalesce(g.approved_at, t.approved_at, r.created_at, u.registered_at) as since,
           e.count as earlier, e.mean as "meanUsdCents"
      from asked q
      left join guilds.guild g on q.kind = 'guild' and g.id = q.party
      left join topup_agents.agent t on q.kind = 'agent' and t.id = q.party
      left join promotion.promoter r on q.kind = 'promoter' and r.id = q.party
      left join users.app_user u on u.id = case q.kind when 'user' then q.party when 'agent' then t.user_id end
      cross join lateral (
        select count(*)::int as count, round(avg(d.usd_cents))::float8 as mean
          from (
            select p.usd_cents
              from access.approval_party p
              join access.approval a on a.id = p.approval_id
             where p.kind = q.kind and p.party = q.party and a.kind = q.request and a.state = 'approved'
               and a.created_at < q.created_at and q.request <> 'withdrawal.pass'
             union all
            select w.usd_cents
              from finance.withdrawal w
             where q.request = 'withdrawal.pass' and q.kind = 'user' and w.user_id = q.party
               and w.decided_at < q.created_at and w.state <> 'audit failed'
          ) d
      ) e
     order by q.usd_cents desc nulls last, q.kind, q.party`.execute(reader)
  return rows
}

/** What is unusual about one party; the money first. */
function unusualIn(row: Row, newDays: number): Unusual[] {
  const of = { kind: row.kind, id: Number(row.party) }
  const cents = Number(row.usdCents ?? 0n)
  const mean = row.meanUsdCents ?? 0
  const found: Unusual[] = []
  if (row.earlier > 0 && mean > 0 && cents > timesMean * mean)
    found.push({ why: 'more', ...of, usdCents: cents, meanUsdCents: mean, earlier: row.earlier })
  if (row.earlier === 0) found.push({ why: 'first', ...of })
  const days = row.since && Math.max(0, Math.floor((row.askedAt.getTime() - row.since.getTime()) / dayMs))
  if (days !== null && days < newDays) found.push({ why: 'new', ...of, days })
  return found
}

/** The parties by name, and what is unusual. `newDays`: who has been with the platform for fewer days is new. */
export async function aboutOf(
  reader: Reader,
  approvalId: string,
  newDays: number,
): Promise<Pick<Detail, 'users' | 'guilds' | 'agents' | 'promoters' | 'unusual'>> {
  const rows = await partiesOf(reader, approvalId)
  const of = (kind: PartyKind) => rows.filter((row) => row.kind === kind)
  return {
    users: of('user').flatMap(({ person }) => person ?? []),
    guilds: of('guild').map(({ party, name }) => ({ guildId: Number(party), name: name ?? '' })),
    agents: of('agent').flatMap(({ party, person }) => (person ? [{ agentId: Number(party), user: person }] : [])),
    promoters: of('promoter').map(({ party, name }) => ({ promoterId: Number(party), name: name ?? '' })),
    unusual: rows.flatMap((row) => unusualIn(row, newDays)).slice(0, mostUnusual),
  }
}
