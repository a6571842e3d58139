// App versions belong to the platform: every caller with the menu sees all of them.
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { containing } from '../../../kit/text.ts'

export type VersionRow = Selectable<DB['system.app_version']>

export type VersionFilters = { app?: string | undefined; q?: string | undefined; mandatory?: boolean | undefined }

const keyset: Keyset<VersionRow> = {
  sorts: {
    createdAt: { column: 'v.created_at', type: 'timestamptz', of: (row) => row.created_at },
    build: { column: 'v.build', type: 'int', of: (row) => row.build },
  },
  defaultSort: '-createdAt',
  id: { column: 'v.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

/** One page, newest first; `q` is part of the name or the description, or a whole build number. */
export function versionPage(reader: Reader, filters: VersionFilters, request: PageRequest) {
  let query = reader.selectFrom('system.app_version as v').selectAll('v')
  const { app, q, mandatory } = filters
  if (app !== undefined) query = query.where('v.app', '=', app)
  if (mandatory !== undefined) query = query.where('v.mandatory', '=', mandatory)
  if (q !== undefined) {
    const pattern = sql<string>`${containing(q)}`
    query = query.where((where) =>
      where.or([
        where('v.name', 'ilike', pattern),
        where('v.description', 'ilike', pattern),
        where(sql<string>`v.build::text`, '=', q),
      ]),
    )
  }
  return pageOf(reader, query, keyset, request, filters)
}

/** The newest build of each app, or of each of `apps`. */
export function newestVersions(reader: Reader, apps?: readonly string[]): Promise<VersionRow[]> {
  if (apps?.length === 0) return Promise.resolve([])
  let query = reader.selectFrom('system.app_version').selectAll()
  if (apps !== undefined) query = query.where('app', 'in', apps)
  return query.distinctOn('app').orderBy('app').orderBy('build', 'desc').execute()
}

/** The row, or undefined when there is none. */
export const versionById = (reader: Reader, id: number): Promise<VersionRow | undefined> =>
  reader.selectFrom('system.app_version').selectAll().where('id', '=', id).executeTakeFirst()

/** Makes those who add versions of one app wait for each other; there may be no row yet to lock. */
export const lockApp = (tx: Transaction, app: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`app_version ${app}`}, 0))`.execute(tx)

/** The same for the apps of these versions, so that what is told of the newest is told in order. */
export async function lockAppsOf(tx: Transaction, ids: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom('system.app_version').select('app').distinct().where('id', 'in', ids).execute()
  for (const { app } of rows.toSorted((a, b) => (a.app < b.app ? -1 : 1))) await lockApp(tx, app)
}

/** The app's newest build, null when it has none, and whether `build` is taken. */
export const buildsOf = (tx: Transaction, app: string, build: number) =>
  tx
    .selectFrom('system.app_version')
    .select([
      sql<number | null>`max(build)`.as('newest'),
      sql<boolean>`coalesce(bool_or(build = ${build}), false)`.as('taken'),
    ])
    .where('app', '=', app)
    .executeTakeFirstOrThrow()

export const insertVersion = (tx: Transaction, values: Insertable<DB['system.app_version']>): Promise<VersionRow> =>
  tx.insertInto('system.app_version').values(values).returningAll().executeTakeFirstOrThrow()

/** The row, locked until the transaction ends. */
export const lockVersion = (tx: Transaction, id: number): Promise<VersionRow | undefined> =>
  tx.selectFrom('system.app_version').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateVersion = (
  tx: Transaction,
  id: number,
  values: Updateable<DB['system.app_version']>,
): Promise<VersionRow> =>
  tx
    .updateTable('system.app_version')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes those of `ids` that exist and answers them as they were. */
export const deleteVersions = (tx: Transaction, ids: number[]): Promise<VersionRow[]> =>
  tx.deleteFrom('system.app_version').where('id', 'in', ids).returningAll().execute()
