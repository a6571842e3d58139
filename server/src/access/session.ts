// The session behind a token, from the database. `sessionCache.ts` caches the answer briefly.
import { limits } from '@greenroom/contract/limits'
import { CompiledQuery, sql } from 'kysely'
import type { Language, Staff } from '../kit/calls/context.ts'
import { wallNow } from '../kit/clock.ts'
import type { Database, Transaction } from '../kit/database/database.ts'
import { prepare } from '../kit/database/prepared.ts'
import { hashToken, newId, newToken } from '../kit/random.ts'
import { builtInRoles } from './roles.ts'

export const administratorRoleId: number = builtInRoles.administrator

type SecondFactor = 'none' | 'sms' | 'google' | 'passkey'
const day = 24 * 60 * 60 * 1000
const slideAfter = 60 * 60 * 1000

type Row = {
  session_id: string
  last_used_at: Date
  staff_id: number
  username: string
  language: Language
  union_id: number | null
  agent_id: number | null
  read_only: boolean
  from_provider: boolean
  role_ids: number[]
  permissions: [string, 1 | 3][]
}

/**
 * Normal accounts with their current rights; `$2` is the administrator's role. Roles that only groups of the identity provider give count
 * where `provider` holds.
 */
const rightsOf = ({
  columns,
  from,
  which,
  provider,
}: {
  columns: string
  from: string
  which: string
  provider: string
}) =>
  prepare(`
    select ${columns}, st.id as staff_id, st.username, st.language, st.union_id, st.agent_id, st.read_only,
           roles.ids as role_ids,
           case when $2 = any (roles.ids) then '[]'::json
                else coalesce((select json_agg(json_build_array(m.key, p.permission))
                                 from (select rm.menu_id, case when st.read_only then 1 else max(rm.permission) end as permission
                                         from access.role_menu rm where rm.role_id = any (roles.ids) group by rm.menu_id) p
                                 join access.menu m on m.id = p.menu_id and m.key is not null), '[]'::json)
           end as permissions
      from ${from}
      left join guilds.guild g on g.id = st.union_id
      cross join lateral (select coalesce(array_agg(sr.role_id), '{}') as ids
                            from access.staff_role sr where sr.staff_id = st.id and (not sr.by_provider or ${provider})) roles
     where ${which} and st.status = 1 and st.deleted_at is null and coalesce(g.state, 'normal') = 'normal'`)

/**
 * Valid sessions with their accounts' current rights. `$1` selects, `$3` is wall time. `access/sessionCache.ts` lists the tables this reads.
 */
const statement = (which: string) =>
  rightsOf({
    columns: 's.id as session_id, s.last_used_at, s.provider_issuer is not null as from_provider',
    from: 'access.session s join access.staff st on st.id = s.staff_id',
    provider: 's.provider_issuer is not null',
    which: `${which} and s.expires_at > $3`,
  })

const byToken = statement('s.token_hash = $1')
const byId = statement('s.id = $1')
const byIds = statement('s.id = any($1::uuid[])')
/** Without a session, whose time `$3` is. */
const byAccount = rightsOf({
  columns: `'' as session_id, $3::timestamptz as last_used_at, false as from_provider`,
  from: 'access.staff st',
  provider: 'true',
  which: 'st.id = $1',
})

type Found = {
  staff: Staff
  usedAt: Date
  /** The identity provider opened the session. */
  fromProvider: boolean
}

async function staffWhere(database: Database, text: string, which: unknown): Promise<Found[]> {
  const parameters = [which, administratorRoleId, wallNow()]
  const { rows } = await database.executeQuery(CompiledQuery.raw(text, parameters) as CompiledQuery<Row>)
  return rows.map((row) => ({
    staff: {
      id: row.staff_id,
      username: row.username,
      sessionId: row.session_id,
      language: row.language,
      unionId: row.union_id,
      agentId: row.agent_id,
      ...(row.read_only && { readOnly: true as const }),
      roleIds: row.role_ids,
      administrator: row.role_ids.includes(administratorRoleId),
      permissions: new Map(row.permissions),
    },
    usedAt: row.last_used_at,
    fromProvider: row.from_provider,
  }))
}

/**
 * The session of a token, or null if it is unknown, expired, or its account (or guild) is not normal. The expiry slides
 * on use, written at most once an hour; that of a session from the identity provider stays.
 */
export async function authenticate(database: Database, token: string): Promise<Staff | null> {
  if (token.length < 20 || token.length > 200) return null
  const [found] = await staffWhere(database, byToken, hashToken(token))
  if (!found) return null
  const now = wallNow()
  if (now.getTime() - found.usedAt.getTime() > slideAfter) {
    await database
      .updateTable('access.session')
      .set({
        last_used_at: now,
        ...(!found.fromProvider && { expires_at: new Date(now.getTime() + limits.tokenCookieDays * day) }),
      })
      .where('id', '=', found.staff.sessionId)
      .execute()
  }
  return found.staff
}

/**
 * The session's account, for work that outlives its request: null once the session has ended or the account is not
 * normal; always with current rights.
 */
export async function staffOfSession(database: Database, sessionId: string): Promise<Staff | null> {
  return (await staffWhere(database, byId, sessionId))[0]?.staff ?? null
}

/** The account, for a decision that takes effect after its request, whether or not its session has ended; null if it is not normal. */
export async function staffOfAccount(database: Database, staffId: number): Promise<Staff | null> {
  return (await staffWhere(database, byAccount, staffId))[0]?.staff ?? null
}

/** The same for several sessions by id; ended ones are left out. */
export async function staffOfSessions(database: Database, sessionIds: readonly string[]): Promise<Map<string, Staff>> {
  const found = await staffWhere(database, byIds, sessionIds)
  return new Map(found.map(({ staff }) => [staff.sessionId, staff]))
}

/** Who the identity provider says it is; `sid`: the provider's own session, if it told. */
export type FromProvider = { issuer: string; subject: string; sid: string | null }

/** How long the identity provider's word is taken for those who logged in with it. */
export const providerHours = 12

/**
 * Opens a session and returns its token, of which only a hash is stored. Valid 365 days (spec section 9), or 12 hours from the identity
 * provider.
 */
export async function openSession(
  tx: Transaction,
  staffId: number,
  from: {
    ip: string
    userAgent: string
    previous: { at: Date | null; ip: string | null }
    factor?: SecondFactor
    provider?: FromProvider
    passkeyId?: number | undefined
  },
): Promise<{ token: string; sessionId: string; at: Date }> {
  const token = newToken()
  const now = wallNow()
  const sessionId = newId(now)
  const { provider } = from
  const lasts = provider ? (providerHours * day) / 24 : limits.tokenCookieDays * day
  await tx
    .insertInto('access.session')
    .values({
      id: sessionId,
      token_hash: hashToken(token),
      staff_id: staffId,
      ip: from.ip,
      user_agent: from.userAgent.slice(0, 300),
      factor: from.factor ?? 'none',
      passkey_id: from.passkeyId ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + lasts),
      ...(provider && {
        provider_issuer: provider.issuer,
        provider_subject: provider.subject,
        provider_sid: provider.sid,
      }),
      previous_login_at: from.previous.at,
      previous_login_ip: from.previous.ip,
    })
    .execute()
  return { token, sessionId, at: now }
}

/**
 * Ends sessions of these accounts that were opened with a weaker second factor than their roles now require, except the
 * session that makes the change, so that its owner can still correct it.
 */
export const endWeakerSessions = (tx: Transaction, staffIds: readonly number[], but: string) =>
  sql`
    delete from access.session s
     where s.staff_id = any(${staffIds}::int[]) and s.id <> ${but}
       and array_position(array['none', 'sms', 'google', 'passkey'], s.factor) <
           (select max(array_position(array['none', 'sms', 'google', 'passkey'], r.factor))
              from access.staff_role sr join access.role r on r.id = sr.role_id where sr.staff_id = s.staff_id)`.execute(
    tx,
  )
