// Forward-only migrations, in order: one per schema, then initial data. A new one gets the next number and a line here;
// a released one never changes. Functions and triggers are not migrations: see `functions.ts`.
import { readFileSync } from 'node:fs'
import type { Kysely, QueryExecutorProvider } from 'kysely'
import type { Migration } from 'kysely/migration'
import { seedCountries } from './0020_countries.ts'
import { applyFunctions, functionsOf, grantTo, waitingFunctions } from './functions.ts'
import { hashOf } from './release.ts'
import { runStatements } from './statements.ts'

export type Step = Migration & {
  /** Of its file. */
  hash: string
  /**
   * Statements that run one by one outside the transaction, before the migration counts as applied: indexes on large tables. Such a file
   * begins with the line `-- outside a transaction` and contains only `create index concurrently if not exists`.
   */
  outside?: string
}

const textOf = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

const outside = '-- outside a transaction\n'

/** A migration from the text of its file. */
export const stepOf = (text: string): Step =>
  text.startsWith(outside)
    ? { up: async () => {}, outside: text, hash: hashOf(text) }
    : { up: (database: Kysely<unknown>) => runStatements(database, text), hash: hashOf(text) }

const file = (name: string): Step => stepOf(textOf(`${name}.sql`))

/** Creates a schema with its functions: later schemas and initial rows may need them. */
function schema(name: string): Step {
  const step = file(name)
  return {
    ...step,
    up: async (database: Kysely<unknown>) => {
      await step.up(database)
      await applyFunctions(database, [schemaOf(name)])
    },
  }
}

const schemaOf = (migration: string): string => migration.slice('0000_'.length)

export const migrations: Record<string, Step> = {
  '0001_kit': schema('0001_kit'),
  '0002_access': schema('0002_access'),
  '0003_log': schema('0003_log'),
  '0004_system': schema('0004_system'),
  '0005_files': schema('0005_files'),
  '0006_users': schema('0006_users'),
  '0007_guilds': schema('0007_guilds'),
  '0008_ledger': schema('0008_ledger'),
  '0009_bridge': schema('0009_bridge'),
  '0010_live': schema('0010_live'),
  '0011_finance': schema('0011_finance'),
  '0012_audits': schema('0012_audits'),
  '0013_community': schema('0013_community'),
  '0014_promotion': schema('0014_promotion'),
  '0015_topup_agents': schema('0015_topup_agents'),
  '0016_official': schema('0016_official'),
  '0017_flow': schema('0017_flow'),
  '0018_bulk': schema('0018_bulk'),
  '0019_menus': file('0019_menus'),
  '0020_countries': { up: seedCountries, hash: hashOf(textOf('0020_countries.ts')) },
  '0021_chain': schema('0021_chain'),
  '0022_indicators': schema('0022_indicators'),
  '0023_invitations': schema('0023_invitations'),
  '0024_passkeys': file('0024_passkeys'),
  '0025_provider': file('0025_provider'),
  '0026_moving': schema('0026_moving'),
  '0027_installation': file('0027_installation'),
  '0028_see_as': file('0028_see_as'),
  '0029_moving_more': file('0029_moving_more'),
  '0030_history': file('0030_history'),
  '0031_notify': file('0031_notify'),
  '0032_alarms': file('0032_alarms'),
  '0034_seen': file('0034_seen'),
  '0035_privacy': schema('0035_privacy'),
  '0036_deletions': file('0036_deletions'),
  '0037_failover': file('0037_failover'),
  '0039_event_months': file('0039_event_months'),
  '0040_channels': file('0040_channels'),
  '0041_vacuum': file('0041_vacuum'),
  '0042_detached': file('0042_detached'),
  '0043_backup_runs': file('0043_backup_runs'),
  '0049_own_mail': file('0049_own_mail'),
  '0050_notices': file('0050_notices'),
  '0051_web_push': file('0051_web_push'),
  '0053_first_event': file('0053_first_event'),
  '0056_archive_files': file('0056_archive_files'),
  '0061_dispute_days': file('0061_dispute_days'),
  '0065_receipts': file('0065_receipts'),
  '0066_invite_links': file('0066_invite_links'),
  '0069_template_texts': file('0069_template_texts'),
  '0072_looks': file('0072_looks'),
  '0073_heap_index': file('0073_heap_index'),
}

const schemas = Object.keys(migrations).map(schemaOf)

/**
 * Applies every changed function file, and grants the application's role what it needs, if it is not the owner. Call it after all migrations.
 *
 * @param anew whether migrations have just run
 */
export async function refreshFunctions(
  database: QueryExecutorProvider,
  { role, anew = false }: { role?: string | undefined; anew?: boolean } = {},
): Promise<void> {
  const { applied } = await applyFunctions(database, schemas)
  if (role !== undefined) await grantTo(database, role, anew || applied > 0)
}

/** What this build would make of a database: its last migration, and a hash of its functions. */
export const ownSchema = (): { version: string; functions: string } => ({
  version: Object.keys(migrations).at(-1)!,
  functions: functionsOf(schemas),
})

/** The function files that this release has changed and the database lacks. */
export const changedFunctions = (database: QueryExecutorProvider): Promise<string[]> =>
  waitingFunctions(database, schemas)
