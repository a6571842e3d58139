// Writes src/kit/generated/database.ts from a freshly migrated database: `node server/scripts/generate-types.ts`.
// With `--verify` it writes nothing and fails when what is there is out of date.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../src/kit/embedded/open.ts'
import { migrate } from '../src/kit/migrate.ts'

const target = new URL('../src/kit/generated/database.ts', import.meta.url).pathname
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
      '--include-pattern={kit,access,log,system,files,users,guilds,ledger,flow,bridge,live,finance,audits,community,promotion,topup_agents,official,bulk,indicators,chain}.*',
      '--type-mapping={"int8":"bigint","xid8":"string","uuid":"string"}',
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await embedded?.stop()
  // As root the database may lie outside the temporary directory, which PostgreSQL's account cannot enter.
  for (const place of [directory, embedded?.location]) if (place) rmSync(place, { recursive: true, force: true })
}
