// Reads and writes accounts. Platform data: guild and agent callers see none.
import type { Parsed } from '@greenroom/contract/call'
import type { staffList } from '@greenroom/contract/systemStaff'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { builtInRoles, dropLinks, lockRights } from '../../../access/index.ts'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { type Filters, narrowedPage, search, span } from '../../../records/index.ts'

type Staff = Selectable<DB['access.staff']>
export type HeldRole = { roleId: number; roleName: string; secondFactor: 'none' | 'sms' | 'google' | 'passkey' }
export type StaffRow = Pick<
  Staff,
  | 'id'
  | 'username'
  | 'status'
  | 'built_in'
  | 'area_code'
  | 'phone'
  | 'union_id'
  | 'agent_id'
  | 'remark'
  | 'google_bound_at'
  | 'last_login_at'
  | 'created_at'
  | 'version'
> & {
  frozen: boolean
  guild_state: string | null
  roles: HeldRole[]
  sessions: number
  own_session: boolean
  passkeys: number
  /** Until when its open invitation may be used. */
  invited_until: Date | null
}

/** The viewer, and the wall time by which sessions and freezes end. */
export type ListRequest = { scope: Scope; sessionId: string; wall: Date }

/** The name is temporarily frozen by failed log-ins. */
const frozen = (wall: Date) =>
  sql<SqlBool>`exists (select 1 from access.login_freeze f where f.username = lower(s.username) and f.until > ${wall})`

const shown = ({ scope, sessionId, wall }: ListRequest, reader: Reader) =>
  reader
    .selectFrom('access.staff as s')
    .select([
      's.id',
      's.username',
      's.status',
      's.built_in',
      's.area_code',
      's.phone',
      's.union_id',
      's.agent_id',
      's.remark',
      's.google_bound_at',
      's.last_login_at',
      's.created_at',
      's.version',
      frozen(wall).$castTo<boolean>().as('frozen'),
      sql<string | null>`(select g.state from guilds.guild g where g.id = s.union_id)`.as('guild_state'),
      sql<HeldRole[]>`coalesce((
        select json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'secondFactor', r.factor) order by r.id)
          from access.staff_role sr join access.role r on r.id = sr.role_id where sr.staff_id = s.id), '[]')`.as(
        'roles',
      ),
      sql<number>`(select count(*)::int from access.session e where e.staff_id = s.id and e.expires_at > ${wall})`.as(
        'sessions',
      ),
      sql<number>`(select count(*)::int from access.passkey k where k.staff_id = s.id)`.as('passkeys'),
      sql<boolean>`exists (select 1 from access.session e where e.staff_id = s.id and e.id = ${sessionId})`.as(
        'own_session',
      ),
      sql<Date | null>`(select l.expires_at from access.password_link l
          where l.staff_id = s.id and l.invites and l.ended_at is null and l.expires_at > ${wall})`.as('invited_until'),
    ])
    .where('s.deleted_at', 'is', null)
    .where(visible(scope))

const byId = { column: 's.id', type: 'int' as const, of: (row: StaffRow) => row.id }
const keyset: Keyset<StaffRow> = {
  sorts: { createdAt: { column: 's.created_at', type: 'timestamptz', of: (row) => row.created_at }, userId: byId },
  defaultSort: '-createdAt',
  id: byId,
  defaultSize: 20,
}

const hasId = (text: string) => sql<boolean>`s.id = ${/^\d{1,9}$/.test(text) ? Number(text) : null}`

/** An account whose name is frozen by failed log-ins counts as frozen. */
function inStatus(status: number, wall: Date) {
  if (status === 1) return sql<boolean>`s.status = 1 and not ${frozen(wall)}`
  if (status === 2) return sql<boolean>`(s.status = 2 or (s.status = 1 and ${frozen(wall)}))`
  return sql<boolean>`s.status = ${status}`
}

const filtersAt = (wall: Date): Filters<typeof staffList> => ({
  q: search(['s.username'], hasId),
  status: (status) => inStatus(status, wall),
  roleId: (id) => sql`exists (select 1 from access.staff_role sr where sr.staff_id = s.id and sr.role_id = ${id})`,
  ...span('s.created_at'),
})

/** One page; `q` matches part of a name or a whole id. */
export const staffPage = (look: ListRequest, context: Context, payload: Parsed<typeof staffList>) =>
  narrowedPage<StaffRow, typeof payload>(context, shown(look, context.database), filtersAt(look.wall), keyset, payload)

export const staffByIds = (look: ListRequest, reader: Reader, ids: readonly number[]): Promise<StaffRow[]> =>
  shown(look, reader).where('s.id', '=', anyOf(ids)).orderBy('s.id').execute()

/** Ids of the active administrators. */
export async function activeAdministrators(reader: Reader): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('access.staff_role as sr')
    .innerJoin('access.staff as s', 's.id', 'sr.staff_id')
    .select('s.id')
    .where('sr.role_id', '=', builtInRoles.administrator)
    .where('s.status', '=', 1)
    .where('s.deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * Serialises changes that could remove administrators, and locks the accounts of `ids` that the caller may see, in id order.
 */
export async function lockStaff(tx: Transaction, look: ListRequest, ids: readonly number[]): Promise<StaffRow[]> {
  await lockRights(tx)
  await tx.selectFrom('access.staff').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
  return staffByIds(look, tx, ids)
}

/** The existing roles of `ids`, locked against deletion until the transaction ends. */
export async function keepRoles(tx: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('access.role')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Names of roles, in the order of their ids. */
export async function roleNames(reader: Reader, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('access.role')
    .select('name')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** The second factors that roles require. */
export async function factorsOf(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await reader.selectFrom('access.role').select('factor').where('id', '=', anyOf(ids)).execute()
  return rows.map((row) => row.factor)
}

/** Who last changed the account, from the operation log. */
export const lastChange = (reader: Reader, id: number): Promise<{ username: string; at: Date } | undefined> =>
  reader
    .selectFrom('log.entry')
    .select(['username', 'at'])
    .where('operation', 'in', [
      'staff.save',
      'staff.update',
      'staff.status',
      'staff.passwordReset',
      'staff.googleUnbind',
      'account.password',
      'account.googleBind',
      'account.googleRemove',
      'account.phone',
    ])
    .where('target', '=', `staff ${id}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type NewStaff = Pick<
  Staff,
  'username' | 'password_hash' | 'area_code' | 'phone' | 'remark' | 'created_at' | 'password_by' | 'phone_by'
>

export async function insertStaff(tx: Transaction, values: NewStaff, roleIds: readonly number[]): Promise<number> {
  const { id } = await tx.insertInto('access.staff').values(values).returning('id').executeTakeFirstOrThrow()
  await setRoles(tx, id, roleIds)
  return id
}

const newer = { version: sql<number>`version + 1` }

export const updateStaff = (
  tx: Transaction,
  ids: readonly number[],
  values: Partial<
    Pick<Staff, 'area_code' | 'phone' | 'remark' | 'status' | 'password_hash' | 'password_by' | 'phone_by'>
  >,
) =>
  tx
    .updateTable('access.staff')
    .set({ ...values, ...newer })
    .where('id', '=', anyOf(ids))
    .execute()

/** The authenticator only: `dropPasskeys` does the rest. @param by who did it alone; null if two did. */
export const unbindGoogle = (tx: Transaction, id: number, by: number | null) =>
  tx
    .updateTable('access.staff')
    .set({ google_secret: null, google_bound_at: null, factor_by: by, ...newer })
    .where('id', '=', id)
    .execute()

/** The account that made a request, with its roles. */
export async function makerOf(reader: Reader, staffId: number): Promise<{ username: string; roleIds: number[] }> {
  const rows = await reader
    .selectFrom('access.staff as s')
    .leftJoin('access.staff_role as sr', 'sr.staff_id', 's.id')
    .select(['s.username', 'sr.role_id'])
    .where('s.id', '=', staffId)
    .execute()
  return { username: rows[0]?.username ?? '', roleIds: rows.flatMap(({ role_id }) => role_id ?? []) }
}

export const nameOf = (reader: Reader, staffId: number): Promise<{ id: number; username: string }> =>
  reader.selectFrom('access.staff').select(['id', 'username']).where('id', '=', staffId).executeTakeFirstOrThrow()

/** Deletes accounts: frees their names and removes their roles. */
export async function deleteStaff(tx: Transaction, ids: readonly number[], at: Date) {
  await dropLinks(tx, ids)
  await tx
    .updateTable('access.staff')
    .set({ deleted_at: at, ...newer })
    .where('id', '=', anyOf(ids))
    .execute()
  await tx.deleteFrom('access.staff_role').where('staff_id', '=', anyOf(ids)).execute()
}

/** Replaces the account's roles. */
export async function setRoles(tx: Transaction, id: number, roleIds: readonly number[]) {
  await sql`delete from access.staff_role where staff_id = ${id} and role_id <> all (${roleIds}::int[])`.execute(tx)
  await sql`insert into access.staff_role (staff_id, role_id) select ${id}, unnest(${roleIds}::int[])
            on conflict do nothing`.execute(tx)
}

/** Ends the accounts' open sessions, except the named one; returns the number per account. */
export async function endSessions(
  tx: Transaction,
  ids: readonly number[],
  but: string | null,
): Promise<Map<number, number>> {
  const ended = await tx
    .deleteFrom('access.session')
    .where('staff_id', '=', anyOf(ids))
    .$if(but !== null, (query) => query.where('id', '<>', but))
    .returning('staff_id')
    .execute()
  return new Map([...Map.groupBy(ended, (row) => row.staff_id)].map(([id, rows]) => [id, rows.length]))
}

/** Deletes the accounts' failed log-ins, and so their freezes. */
export async function unfreeze(tx: Transaction, usernames: readonly string[]) {
  const names = usernames.map((name) => name.toLowerCase())
  await tx.deleteFrom('access.login_freeze').where('username', '=', anyOf(names)).execute()
  await tx.deleteFrom('access.login_attempt').where('username', '=', anyOf(names)).where('passed', '=', false).execute()
}
