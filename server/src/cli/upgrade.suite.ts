// The way to another major version of PostgreSQL, with the installed programs on both sides: everything is copied and proved, the old database
// stays. Run by `drill.test.ts`, on its database, which is stopped.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../kit/database/database.ts'
import { installedMajor, installedPrograms } from '../kit/embedded/binaries.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { upgradeInstallation } from './upgraded.ts'

/** Everything that must arrive: rows by table, and where sequences stand. */
async function contentOf(database: Database) {
  const { rows } = await sql<{ name: string; content: string }>`
    select format('%I.%I', n.nspname, c.relname) as name,
           case c.relkind when 'S' then pg_sequence_last_value(c.oid)::text
             else (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text
           end as content
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'S') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`.execute(
    database,
  )
  return new Map(rows.map(({ name, content }) => [name, content]))
}

export function upgrades(dataDir: string): void {
  const cluster = () => join(knownHome(dataDir), 'cluster')
  const kept = () => join(knownHome(dataDir), `cluster-${installedMajor()}`)
  const config = readConfig({ DATA_DIR: dataDir, SIMULATE: 'off' })
  const opened = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const embedded = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
    const database = openDatabase(embedded.url, { max: 1 })
    try {
      return await work(database)
    } finally {
      await database.destroy()
      await embedded.stop()
    }
  }

  test('an upgrade copies every row, proves them, and leaves the old database and its backups beside the new', async () => {
    const script = fileURLToPath(new URL('upgrade-database.ts', import.meta.url))
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir }
    const said = spawnSync(process.execPath, [script], { encoding: 'utf8', env })
    expect(said).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing to do') })
    const programs = await installedPrograms()
    const before = await opened(async (database) => {
      await expect(upgradeInstallation(config, programs)).rejects.toThrow(/in use|stop Greenroom first/)
      // A part that no migration makes, as months are.
      await sql`create table bridge.event_old partition of bridge.event for values from (${sql.lit('00000000-0000-7000-8000-000000000000')}) to (${sql.lit('00000001-0000-7000-8000-000000000000')}) with (fillfactor = 90)`.execute(
        database,
      )
      return contentOf(database)
    })
    await expect(upgradeInstallation(config, { ...programs, major: '9' })).rejects.toThrow(
      'the programs given are of 9',
    )
    expect(await upgradeInstallation(config, programs)).toBe(kept())
    expect(readFileSync(join(kept(), 'PG_VERSION'), 'utf8').trim()).toBe(installedMajor())
    const aside = `${dataDir}-backups-postgresql-${installedMajor()}`
    expect([existsSync(`${dataDir}-backups`), existsSync(aside)]).toEqual([false, true])
    await opened(async (database) => {
      const after = await contentOf(database)
      // Another cluster counts transactions anew: an era of its own. The library of jobs keeps its own books.
      const own = /^(kit\.era$|jobs\.)/
      const differing = [...before].filter(([name, content]) => after.get(name) !== content && !own.test(name))
      expect(differing).toEqual([])
      // The same installation for the app: nothing is held back.
      expect(await database.selectFrom('bridge.pause').selectAll().execute()).toEqual([])
    })
  })

  test('ended between its last two steps, no empty database takes the place of the old one', async () => {
    renameSync(cluster(), `${cluster()}.away`)
    await expect(opened(async () => {})).rejects.toThrow(/ended before its last step. Rename .*cluster-\d+ to/)
    renameSync(`${cluster()}.away`, cluster())
    await expect(upgradeInstallation(config, await installedPrograms())).rejects.toThrow('move it away first')
  })
}
