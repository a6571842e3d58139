// App versions offered to phones as updates.
import { version } from '@greenroom/contract/records/system'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { declared, search } from '../../records/index.ts'
import { sendVersions } from './system.commands.ts'
import { newestVersions } from './system.state.ts'

/**
 * Serialises changes of one app's versions, so that the app receives its newest versions in order. Taken after row locks; adding a
 * version takes it first, since there may be no row yet.
 */
const lockApp = (tx: Transaction, app: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`app_version ${app}`}, 0))`.execute(tx)

/** Filter by a complete build number. */
const isBuild = (text: string) => sql<boolean>`t.build::text = ${text}`

export const versions = declared(version, 'system.app_version', versionCalls, {
  filters: { q: search(['t.name', 't.description'], isBuild) },
  sentence: versionsChanged,
  /**
   * Phones compare builds, so a build not above the app's newest would never be offered: the same build is a duplicate,
   * a lower one a mistake.
   */
  check: async (tx, { app, build }, before) => {
    if (before) return
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
    if (newest !== null && build < newest) throw refuseBecause(10009, 'build', 'version.newest', { newest, app })
  },
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
