// What the database writes by itself: docs/architecture.md lists every trigger that writes rows of other tables.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/kit/database/database.ts'
import { freshDatabase } from './database.ts'

/** They refuse, or change the row that is written: nothing else is. */
const ownRowOnly = new Set([
  'access.check_in_setup',
  'access.keep_decided',
  'access.keep_setup',
  'access.keep_stop',
  'kit.refuse_all_but_erasing',
  'kit.refuse_change',
  'ledger.check_booked',
  'ledger.check_entries',
  'ledger.check_month',
  'live.note_call',
  'live.note_session',
  'log.refuse_loss',
  'users.keep_wallets',
])

test('docs/architecture.md lists each table whose triggers write others, with these triggers', async () => {
  const text = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## What the database writes by itself\n')
  const listed = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('- `'))
    .map((line) => {
      const [, table = '', triggers = ''] = /^- `([\w.]+)` · ([^:]+):/.exec(line) ?? []
      return [table, [...triggers.matchAll(/`(\w+)`/g)].map(([, name]) => name!).toSorted()]
    })
  const database = openDatabase((await freshDatabase()).url, { max: 1 })
  try {
    const { rows } = await sql<{ on: string; schema: string; name: string }>`
      select distinct n.nspname || '.' || c.relname as "on", p.pronamespace::regnamespace::text as schema, p.proname as name
        from pg_trigger t
        join pg_proc p on p.oid = t.tgfoid
        join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and not c.relispartition order by 1, 3`.execute(database)
    const writing = rows.filter(({ schema, name }) => !ownRowOnly.has(`${schema}.${name}`))
    const byTable = Map.groupBy(writing, (row) => row.on)
    const expected = [...byTable].map(([table, all]) => [table, all.map(({ name }) => name).toSorted()])
    expect(new Map(listed as [string, string[]][])).toEqual(new Map(expected as [string, string[]][]))
    expect(rows.length).toBeGreaterThan(50)
  } finally {
    await database.destroy()
  }
})
