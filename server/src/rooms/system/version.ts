// App versions offered to phones as updates.
import type { Parsed } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionDelete, versionInfo, versionList, versionSave, versionUpdate } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Transaction } from '../../kit/database.ts'
import { refuseBecause } from '../../kit/refusal.ts'
import { type Served, serve } from '../../kit/serve.ts'
import {
  addRow,
  columnsOf,
  createdBy,
  equals,
  resource,
  search,
  serveDelete,
  serveRecord,
  serveRecords,
  serveUpdate,
} from '../../records/index.ts'
import { newestVersions } from './state.ts'
import { sendVersions } from './telling.ts'

/**
 * Phones compare builds, so a build not above the app's newest would never be offered. The same build is a duplicate; a lower one is a
 * mistake.
 */
export const buildFits = (build: number, newest: number | null): boolean => newest === null || build > newest

/**
 * Serialises changes of one app's versions, so that the app receives its newest versions in order. Taken after row locks; adding a
 * version takes it first, since there may be no row yet.
 */
const lockApp = (tx: Transaction, app: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`app_version ${app}`}, 0))`.execute(tx)

const versions = resource('system.app_version', {
  id: { column: 'id', type: 'int' },
  menu: 'system.version',
  noun: 'version',
  view: (row) => ({
    id: row.id,
    app: row.app,
    name: row.name,
    build: row.build,
    address: row.address,
    description: row.description,
    mandatory: row.mandatory,
    sharePercent: row.share_percent,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }),
  can: () => ({ update: true, delete: true }),
  fields: {
    name: 'name',
    address: 'address',
    description: 'description',
    mandatory: 'mandatory',
    sharePercent: 'share_percent',
  },
  sentence: versionsChanged,
  /** Sends the app its newest version when that is added or changes, and the previous one when it is deleted. */
  changed: async (tx, { now }, rows) => {
    const apps = [...new Set(rows.map(({ before, after }) => (after ?? before)!.app))].toSorted()
    for (const app of apps) await lockApp(tx, app)
    const newest = await newestVersions(tx, apps)
    const isNews = (row: (typeof newest)[number]) =>
      rows.some(({ before, after }) =>
        after ? after.id === row.id : before?.app === row.app && before.build > row.build,
      )
    await sendVersions(tx, now, newest.filter(isNews))
  },
})

/** @throws Refusal 10027 if the app has this build, 10009 if its newest is above it. */
const save = (context: Context, payload: Parsed<typeof versionSave>) =>
  context.tx(async (tx) => {
    const { app, build } = payload
    await lockApp(tx, app)
    const { newest, taken } = await tx
      .selectFrom('system.app_version')
      .select([
        sql<number | null>`max(build)`.as('newest'),
        sql<boolean>`coalesce(bool_or(build = ${build}), false)`.as('taken'),
      ])
      .where('app', '=', app)
      .executeTakeFirstOrThrow()
    if (taken) throw refuseBecause(10027, 'build', 'version.exists', { app, build })
    if (!buildFits(build, newest)) throw refuseBecause(10009, 'build', 'version.newest', { newest: newest ?? 0, app })
    const { id } = await addRow(tx, context, versions, {
      app,
      build,
      ...columnsOf(versions, payload),
      ...createdBy(context),
    })
    return { id }
  })

/** Filter by a complete build number. */
const isBuild = (text: string) => sql<boolean>`t.build::text = ${text}`

export const versionRoutes: Served[] = [
  serveRecords(versions, versionList, {
    filters: {
      app: equals('t.app'),
      q: search(['t.name', 't.description'], isBuild),
      mandatory: equals('t.mandatory'),
    },
    orders: {
      createdAt: { type: 'timestamptz', column: 'created_at' },
      build: { type: 'int', column: 'build' },
    },
    order: '-createdAt',
    columns: [
      { names: { en: 'ID', cn: '编号' }, value: (version) => version.id },
      { names: { en: 'App', cn: '应用' }, value: (version) => version.app },
      { names: { en: 'Version', cn: '版本' }, value: (version) => version.name },
      { names: { en: 'Build', cn: '构建号' }, value: (version) => version.build },
      { names: { en: 'Address', cn: '更新地址' }, value: (version) => version.address },
      { names: { en: 'Description', cn: '描述' }, value: (version) => version.description },
      { names: { en: 'Mandatory', cn: '强制更新' }, value: (version) => version.mandatory },
      { names: { en: 'Share (%)', cn: '灰度比例（%）' }, value: (version) => version.sharePercent },
      { names: { en: 'Added by', cn: '添加人' }, value: (version) => version.createdBy },
      { names: { en: 'Added at', cn: '添加时间' }, value: (version) => new Date(version.createdAt) },
      { names: { en: 'Changed at', cn: '修改时间' }, value: (version) => new Date(version.updatedAt) },
    ],
  }),
  serveRecord(versions, versionInfo, 'version'),
  serve(versionSave, save),
  serveUpdate(versions, versionUpdate),
  serveDelete(versions, versionDelete),
]
