// Queries for /sys/provider.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type MappingRow = {
  id: number
  issuer: string
  group: string
  roleId: number
  roleName: string
  accounts: number
  madeBy: string
  madeAt: Date
}

/** A provider's groups with their roles, and how many accounts each gave it to. */
export async function mappingsOf(reader: Reader, issuer: string): Promise<MappingRow[]> {
  const { rows } = await sql<MappingRow>`
    select m.id, m.issuer, m.group_name as "group", m.role_id as "roleId", r.name as "roleName", m.made_by as "madeBy", m.made_at as "madeAt",
           (select count(*)::int from access.provider_given g join access.staff s on s.id = g.staff_id
             where g.mapping_id = m.id and s.deleted_at is null) as accounts
      from access.provider_mapping m join access.role r on r.id = m.role_id
     where m.issuer = ${issuer} order by kit.name_key(m.group_name), r.name, m.id`.execute(reader)
  return rows
}

/** Mappings of this group: of the same name, or of one that resembles it. */
export async function mappingsLike(reader: Reader, issuer: string, group: string) {
  return reader
    .selectFrom('access.provider_mapping')
    .select(['group_name as group', 'role_id as roleId'])
    .where('issuer', '=', issuer)
    .where(sql<boolean>`kit.name_key(group_name) = kit.name_key(${group})`)
    .execute()
}

export async function insertMapping(
  tx: Transaction,
  mapping: { issuer: string; group: string; roleId: number; madeBy: string; madeAt: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('access.provider_mapping')
    .values({
      issuer: mapping.issuer,
      group_name: mapping.group,
      role_id: mapping.roleId,
      made_by: mapping.madeBy,
      made_at: mapping.madeAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns what it was; undefined if there is none */
export const deleteMapping = (tx: Transaction, id: number) =>
  tx
    .deleteFrom('access.provider_mapping as m')
    .using('access.role as r')
    .whereRef('r.id', '=', 'm.role_id')
    .where('m.id', '=', id)
    .returning(['m.issuer', 'm.group_name as group', 'm.role_id as roleId', 'r.name as roleName'])
    .executeTakeFirst()

/** @returns how many */
export async function deleteMappings(tx: Transaction, issuer: string): Promise<number> {
  const deleted = await tx.deleteFrom('access.provider_mapping').where('issuer', '=', issuer).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** The role, kept from deletion until this transaction ends. */
export const keepRole = (tx: Transaction, roleId: number) =>
  tx.selectFrom('access.role').select(['id', 'name']).where('id', '=', roleId).forKeyShare().executeTakeFirst()

export type Settings = {
  issuer: string
  name: string
  client_id: string
  client_secret: string | null
  scopes: string
  groups_claim: string
  updated_at: Date
  updated_by: string
}

export const lockSettings = (tx: Transaction) =>
  tx.selectFrom('access.provider').selectAll().forUpdate().executeTakeFirst()

export const putSettings = (tx: Transaction, settings: Settings) =>
  tx
    .insertInto('access.provider')
    .values(settings)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(settings))
    .execute()

/** Keeps the new secret of a request; those of earlier ones, which have ended, go. */
export async function keepSecret(tx: Transaction, approvalId: string, sealed: string): Promise<void> {
  await tx.deleteFrom('access.provider_secret').execute()
  await tx.insertInto('access.provider_secret').values({ approval_id: approvalId, sealed }).execute()
}

/** The new secret of a request, once. */
export const takeSecret = (tx: Transaction, approvalId: string) =>
  tx.deleteFrom('access.provider_secret').where('approval_id', '=', approvalId).returning('sealed').executeTakeFirst()

export const deleteSettings = (tx: Transaction) => tx.deleteFrom('access.provider').execute()

/** What came of the last look at this provider. */
export const checkOf = (reader: Reader, issuer: string) =>
  reader.selectFrom('access.provider_check').select(['at', 'problem']).where('issuer', '=', issuer).executeTakeFirst()

/** The linked accounts of this provider, and who was last to log in with it. */
export async function accountsOf(reader: Reader, issuer: string) {
  const { rows } = await sql<{ username: string; at: Date | null; accounts: number }>`
    select s.username, i.last_login_at as at, (count(*) over ())::int as accounts
      from access.provider_identity i join access.staff s on s.id = i.staff_id
     where i.issuer = ${issuer} and s.deleted_at is null
     order by i.last_login_at desc nulls last, s.id limit 1`.execute(reader)
  return rows[0]
}

/** Requests about the provider that wait. */
export async function waitingOf(reader: Reader, now: Date) {
  const { rows } = await sql<{ id: string; kind: string; group: string | null; role: string | null; by: string }>`
    select a.id, a.kind, a.after ->> 'group' as "group", a.after ->> 'role' as role, s.username as by
      from access.approval a join access.staff s on s.id = a.maker_id
     where a.state = 'pending' and a.expires_at > ${now} and a.kind in ('provider.save', 'provider.map')
     order by a.created_at, a.id`.execute(reader)
  return rows
}
