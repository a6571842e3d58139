// Writes src/kit/database/generated.ts from a freshly migrated database: `node server/scripts/generate-types.ts`.
// With `--verify` it writes nothing and fails when what is there is out of date.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/kit/database/migrate.ts'
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { type CheckedColumn, checkedColumns, readCheckedColumns } from '../test/checkedColumns.ts'

/** The type of a column whose values a check lists: their union, as a node of the generator, which adds `null` itself. */
function unionOf({ values, isNullable, hasDefault }: CheckedColumn) {
  const union = [...values.map((value) => JSON.stringify(value)), ...(hasDefault && isNullable ? ['null'] : [])].join(
    ' | ',
  )
  return { type: 'RawExpression', expression: hasDefault ? `Generated<${union}>` : union }
}

/** Columns with texts by language have a check that calls this. */
const textColumns = `
  select n.nspname || '.' || c.relname as table, a.attname as column
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
   where k.contype = 'c' and pg_get_constraintdef(k.oid) = format('CHECK (kit.are_texts(%I))', a.attname)`

const texts = { type: 'RawExpression', expression: "import('@greenroom/contract/localized').Texts" }

async function overrides() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(checkedColumns)
    const { rows: withTexts } = await client.query<{ table: string; column: string }>(textColumns)
    return Object.fromEntries([
      ...readCheckedColumns(rows).map((column) => [`${column.table}.${column.column}`, unionOf(column)]),
      ...withTexts.map(({ table, column }) => [`${table}.${column}`, texts]),
    ])
  } finally {
    await client.end()
  }
}

const target = new URL('../src/kit/database/generated.ts', import.meta.url).pathname
const given = process.env['TYPES_DATABASE_URL']
const directory = mkdtempSync(join(tmpdir(), 'greenroom-types-'))
const embedded = given ? null : await openEmbedded({ dataDir: directory, database: 'greenroom', log: () => {} })
const url = given ?? embedded?.url ?? ''
try {
  await migrate(url)
  execFileSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${target}`,
      '--include-pattern={kit,access,log,system,files,users,guilds,ledger,flow,bridge,live,finance,audits,community,promotion,topup_agents,official,bulk,indicators,chain,moving,notify,privacy}.*',
      // A view, whose columns the generator takes for nullable: `database.ts` gives it the types of its table.
      '--exclude-pattern=log.readable',
      '--type-mapping={"int8":"bigint","xid8":"string","uuid":"string"}',
      `--overrides=${JSON.stringify({ columns: await overrides() })}`,
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await embedded?.stop()
  // As root the database may lie outside the temporary directory, which PostgreSQL's account cannot enter.
  for (const place of [directory, embedded?.location]) if (place) rmSync(place, { recursive: true, force: true })
}
