// All of ISO 3166, from the data package: names, dialling code, currency, region.
import { type Kysely, sql } from 'kysely'
import type { Country } from 'world-countries'
import file from 'world-countries/countries.json' with { type: 'json' }

// The package's own entry mixes module kinds; its data file does not.
const countries = file as unknown as Country[]

/** +1 and +7 are shared by several countries, whose longer code is their area; the others have one suffix. */
function diallingCode(idd: { root: string; suffixes: readonly string[] }): string {
  const [only] = idd.suffixes
  return idd.suffixes.length === 1 && only !== undefined ? `${idd.root}${only}` : idd.root
}

export async function seedCountries(database: Kysely<unknown>): Promise<void> {
  const rows = countries
    .filter((country) => country.status === 'officially-assigned')
    .toSorted((a, b) => a.name.common.localeCompare(b.name.common, 'en'))
    .map((country, index) => ({
      code: country.cca2,
      code3: country.cca3,
      name_en: country.name.common,
      name_cn: country.translations['zho']?.common ?? country.name.common,
      dialling_code: diallingCode(country.idd),
      currency: Object.keys(country.currencies)[0] ?? '',
      region: country.region,
      sort: index + 1,
    }))
  await sql`
    insert into system.country (code, code3, name_en, name_cn, dialling_code, currency, region, sort)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(code text, code3 text, name_en text, name_cn text, dialling_code text, currency text, region text, sort int)
  `.execute(database)
}
