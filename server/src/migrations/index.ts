// Forward-only migrations, in order. A new one gets the next number and a line here; an old one never changes.
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { seedCountries } from './0008_countries.ts'

const file = (name: string): Migration => ({
  up: async (database: Kysely<unknown>) => {
    await sql.raw(readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')).execute(database)
  },
})

export const migrations: Record<string, Migration> = {
  '0001_kit': file('0001_kit'),
  '0002_access': file('0002_access'),
  '0003_log': file('0003_log'),
  '0004_system': file('0004_system'),
  '0005_files': file('0005_files'),
  '0006_people': file('0006_people'),
  '0007_menus': file('0007_menus'),
  '0008_countries': { up: seedCountries },
  '0009_ledger': file('0009_ledger'),
  '0010_bridge': file('0010_bridge'),
  '0011_users': file('0011_users'),
  '0012_live': file('0012_live'),
  '0013_finance': file('0013_finance'),
  '0014_content': file('0014_content'),
  '0015_ledger': file('0015_ledger'),
  '0016_settlement': file('0016_settlement'),
  '0017_simulation': file('0017_simulation'),
  '0018_ledger_speed': file('0018_ledger_speed'),
  '0019_scale': file('0019_scale'),
  '0020_audits': file('0020_audits'),
  '0021_live': file('0021_live'),
  '0022_community': file('0022_community'),
  '0023_ledger_expected': file('0023_ledger_expected'),
  '0024_ledger_trips': file('0024_ledger_trips'),
  '0025_hands': file('0025_hands'),
  '0026_restored': file('0026_restored'),
  '0027_config_version': file('0027_config_version'),
  '0028_exports': file('0028_exports'),
  '0029_sentences': file('0029_sentences'),
  '0030_roles': file('0030_roles'),
  '0031_captcha': file('0031_captcha'),
  '0032_bulk': file('0032_bulk'),
  '0033_shared_views': file('0033_shared_views'),
  '0034_editable': file('0034_editable'),
  '0035_nicknames': file('0035_nicknames'),
  '0036_seals': file('0036_seals'),
}
