// Guilds as lists and the guild's page read them: one row for staff, with masked contacts.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { guildInfo, guildList, guildSubList } from '@greenroom/contract/guilds'
import { limits } from '@greenroom/contract/limits'
import { sql } from 'kysely'
import { type Approvals, maskPhone, readPhone } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, mapPage } from '../../../kit/database/paging.ts'
import { containing, idsIn, nameContaining } from '../../../kit/text.ts'
import { among, equals, type Filter, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { nicknamed, personColumn } from '../../users/index.ts'
import { inReach } from '../visibleGuilds.ts'
import { type Change, changes, dissolvesAt, type GuildState, next, stateKey, type Verb } from './guild.rules.ts'
import { maskEmail } from './registration.rules.ts'

type Listed = RecordOf<typeof guildList>

/** The kind of approval that a change of a rate waits for. */
export const rateKind = 'guild.rate'

/** A guild within the caller's scope, with its parent and its leader. */
export const guilds = (reader: Reader, context: Context) =>
  reader
    .selectFrom('guilds.guild as g')
    .innerJoin('users.app_user as u', 'u.id', 'g.leader_user_id')
    .leftJoin('guilds.guild as p', 'p.id', 'g.parent_id')
    .leftJoin('access.staff as i', 'i.id', 'g.inviter_id')
    .select(['g.id', 'g.name', 'g.parent_id', 'p.name as parent_name', 'g.leader_user_id', 'g.leader_name'])
    .select(['g.leader_email', 'g.area_code', 'g.phone', 'g.members', 'g.state', 'g.state_reason'])
    .select(['g.settlement_method', 'g.agreed_rate_bp', 'g.registered_at', 'g.approved_at', 'g.ended_at'])
    .select(['g.warned_day', 'g.version', 'i.username as inviter'])
    .select(sql<string | null>`to_char(g.method_from, 'YYYY-MM-DD')`.as('method_from'))
    .select(personColumn('g.leader_user_id', 'u').as('leader'))
    .select(sql<number>`(select count(*)::int from guilds.guild s where s.parent_id = g.id)`.as('sub_agencies'))
    .where(inReach(context.scope, 'g.id'))
    .$narrowType<{ state: GuildState; settlement_method: Listed['method'] }>()
type Guilds = ReturnType<typeof guilds>
export type GuildRow = Awaited<ReturnType<Guilds['executeTakeFirstOrThrow']>>

const byId = { column: 'g.id', type: 'int' as const, of: (row: GuildRow) => row.id }
const keyset: Keyset<GuildRow> = {
  sorts: {
    registeredAt: { column: 'g.registered_at', type: 'timestamptz', of: (row) => row.registered_at },
    guildId: byId,
    members: { column: 'g.members', type: 'int', of: (row) => row.members },
  },
  defaultSort: '-registeredAt',
  id: byId,
  defaultSize: 20,
}

/** Each part is served by an index of its own. */
export const found: Filter<string> = (text, { scope }) => {
  const pattern = containing(text)
  const name = nameContaining('g.name', text)
  const ids = idsIn(text)
  const numbered = (column: string) => sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
  // A filter must not reveal a leader's name by guessing.
  if (scope.kind !== 'platform') return sql`(${name} or ${numbered('g.id')})`
  return sql`(${name} or g.leader_name ilike ${pattern} or ${numbered('g.id')} or ${numbered('g.leader_user_id')}
    or g.leader_user_id = any (array(${nicknamed(text)} limit 1000)))`
}

const filters: Filters<typeof guildList> = {
  q: found,
  state: equals('g.state'),
  method: equals('g.settlement_method'),
  parentId: among('g.parent_id'),
  membersMin: (least) => sql`g.members >= ${least}`,
  membersMax: (most) => sql`g.members <= ${most}`,
  ...span('g.registered_at'),
}

/** What the caller may do: true, or the key of the reason why not. */
function can(context: Context, row: GuildRow): Listed['can'] {
  const staff = staffOf(context)
  const decides = context.scope.kind === 'platform' && levelOn(staff, 'guilds.list') === 3
  const leads = context.scope.kind === 'guild' && context.scope.unionId === row.id
  const facts = {
    state: row.state,
    hasParent: row.parent_id !== null,
    hasSubAgencies: row.sub_agencies > 0,
    rateAgreed: row.agreed_rate_bp !== null,
    methodChanged: row.settlement_method === 'anchor withdrawal' || row.method_from !== null,
  }
  const verdict = (verb: Verb) => (!decides ? 'readOnly' : next(row.state, verb) ? true : stateKey(row.state))
  const change = (one: Change) => (decides ? changes[one](facts) : 'readOnly')
  return {
    reveal: context.scope.kind === 'platform' && levelOn(staff, 'users.contact') === 3 ? true : 'readOnly',
    agree: verdict('agree'),
    refuse: verdict('refuse'),
    ban: verdict('ban'),
    unban: verdict('unban'),
    dissolve: verdict('dissolve'),
    changeLeader: change('changeLeader'),
    changeRate: change('changeRate'),
    changeParent: change('changeParent'),
    changeMethod: !leads
      ? 'leaderOnly'
      : levelOn(staff, 'guilds.family') === 3
        ? changes.changeMethod(facts)
        : 'readOnly',
  }
}

export const phoneOf = (row: { area_code: string; phone: string }): string => {
  const phone = readPhone(row.area_code, row.phone)
  return phone ? maskPhone(phone) : ''
}

export const warningFacts = (row: Pick<GuildRow, 'state' | 'approved_at' | 'members' | 'warned_day'>) => ({
  state: row.state,
  approvedAt: row.approved_at,
  members: row.members,
  warnedDay: row.warned_day,
})

/** A guild as the caller may see it: contacts, reasons and the inviter are for the guild itself and staff. */
export function shownGuild(context: Context, row: GuildRow, rates: ReadonlyMap<string, string>): Listed {
  const { scope } = context
  const own = scope.kind === 'platform' || (scope.kind === 'guild' && scope.unionId === row.id)
  return {
    guildId: row.id,
    name: row.name,
    parent: row.parent_id === null ? null : { guildId: row.parent_id, name: row.parent_name ?? '' },
    leader: row.leader,
    own,
    leaderName: own ? row.leader_name : '',
    leaderEmail: own ? maskEmail(row.leader_email) : '',
    phone: own ? phoneOf(row) : '',
    members: row.members,
    subAgencies: row.sub_agencies,
    state: row.state,
    stateReason: own ? row.state_reason : '',
    method: row.settlement_method,
    methodFrom: row.method_from,
    agreedRateBp: row.agreed_rate_bp,
    pendingRateId: scope.kind === 'platform' ? (rates.get(String(row.id)) ?? null) : null,
    inviter: scope.kind === 'platform' ? row.inviter : null,
    registeredAt: row.registered_at.toISOString(),
    approvedAt: row.approved_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    dissolvesAt: dissolvesAt(warningFacts(row))?.toISOString() ?? null,
    version: row.version,
    can: can(context, row),
  }
}

/** The approvals that changes of rates wait for, by the guild's id. */
const pendingRates = (approvals: Approvals, { database, now, scope }: Context) =>
  scope.kind === 'platform' ? approvals.waitingOn(database, rateKind, now) : new Map<string, string>()

/** The same rows without what is shown of them, to be counted. */
const countedGuilds = ({ database, scope }: Context) =>
  database.selectFrom('guilds.guild as g').where(inReach(scope, 'g.id'))
type CountedGuilds = ReturnType<typeof countedGuilds>

/**
 * The guilds that a search finds, so that the page and its total don't search each for itself: parts that all names share are slow to look
 * up. Undefined if there are too many, and for an export, which reads everything by one cursor.
 */
async function matchingIds(context: Context, text: string): Promise<number[] | undefined> {
  if (context.whole) return undefined
  const { rows } = await sql<{ id: number }>`
    select g.id from guilds.guild g where ${found(text, context, {})} limit ${sql.lit(limits.exactTotal + 1)}`.execute(
    context.database,
  )
  return rows.length > limits.exactTotal ? undefined : rows.map(({ id }) => id)
}

async function pageOf(
  approvals: Approvals,
  context: Context,
  [query, counted]: [Guilds, CountedGuilds],
  payload: Parsed<typeof guildList>,
) {
  const matching = payload.q === undefined ? undefined : await matchingIds(context, payload.q)
  const narrowing: typeof filters = matching ? { ...filters, q: () => sql`g.id = any(${matching}::int[])` } : filters
  const [page, rates] = await Promise.all([
    narrowedPage(context, query, narrowing, keyset, payload, { counted }),
    pendingRates(approvals, context),
  ])
  return mapPage(page, (row) => shownGuild(context, row, rates))
}

/** One page of guilds. */
export const list = (approvals: Approvals) => (context: Context, payload: Parsed<typeof guildList>) =>
  pageOf(approvals, context, [guilds(context.database, context), countedGuilds(context)], payload)

/** One page of sub-agencies. */
export const listSubs = (approvals: Approvals) => (context: Context, payload: Parsed<typeof guildSubList>) =>
  pageOf(
    approvals,
    context,
    [
      guilds(context.database, context).where('g.parent_id', 'is not', null),
      countedGuilds(context).where('g.parent_id', 'is not', null),
    ],
    payload,
  )

/** @throws Refusal 10032 for no guild within the caller's scope. */
export const info =
  (approvals: Approvals) =>
  async (context: Context, { guildId }: Parsed<typeof guildInfo>) => {
    const [row, rates] = await Promise.all([
      guilds(context.database, context).where('g.id', '=', guildId).executeTakeFirst(),
      pendingRates(approvals, context),
    ])
    if (!row) throw refuseCode(10032, 'guildId')
    return { guild: shownGuild(context, row, rates) }
  }
