// All of ISO 3166, from the data package: names, dialling code, currency, region.
import { type Kysely, sql } from 'kysely'
import type { Country } from 'world-countries'

/** Corrections where the package's data gives the wrong dialling code, or lacks the currency. */
const corrections: Record<string, { diallingCode?: string; currency?: string }> = {
  BV: { currency: 'NOK' },
  CK: { currency: 'NZD' },
  CU: { currency: 'CUP' },
  EH: { diallingCode: '+212', currency: 'MAD' },
  FM: { currency: 'USD' },
  HM: { currency: 'AUD' },
  PS: { currency: 'ILS' },
  SH: { diallingCode: '+290', currency: 'SHP' },
  VA: { diallingCode: '+39' },
  ZW: { currency: 'USD' },
}

/** +1 and +7 are shared by several countries, whose longer code is an area code; the others have one suffix. */
function diallingCode({ cca2, idd }: Country): string {
  const [only] = idd.suffixes
  const given = idd.suffixes.length === 1 && only !== undefined ? `${idd.root}${only}` : idd.root
  return corrections[cca2]?.diallingCode ?? given
}

const currencyOf = ({ cca2, currencies }: Country): string =>
  corrections[cca2]?.currency ?? Object.keys(currencies)[0] ?? ''

export async function seedCountries(database: Kysely<unknown>): Promise<void> {
  // The package's entry point mixes module kinds; its data file does not. Loaded only when it is needed: it takes 5 MB.
  const { default: file } = await import('world-countries/countries.json', { with: { type: 'json' } })
  // `Country` names the fields that are read; the file's inferred type is a union of 250 objects.
  const countries = file as unknown as Country[]
  const rows = countries
    .filter((country) => country.status === 'officially-assigned')
    .toSorted((a, b) => a.name.common.localeCompare(b.name.common, 'en'))
    .map((country, index) => ({
      code: country.cca2,
      code3: country.cca3,
      texts: { en: country.name.common, cn: country.translations['zho']?.common ?? country.name.common },
      dialling_code: diallingCode(country),
      currency: currencyOf(country),
      region: country.region,
      sort: index + 1,
    }))
  await sql`
    insert into system.country (code, code3, texts, dialling_code, currency, region, sort)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(code text, code3 text, texts jsonb, dialling_code text, currency text, region text, sort int)
  `.execute(database)
}
