// What a country is to those who look at it, and what they may do to it.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { countryList, countryUpdate } from '@greenroom/contract/system'
import type { CountryRow } from './queries.ts'

type Shown = RecordOf<typeof countryList>
type Update = Parsed<typeof countryUpdate>

/** The row in the contract's words, as the log keeps it. */
export const countryOf = (row: CountryRow) => ({
  code: row.code,
  code3: row.code3,
  names: { en: row.name_en, cn: row.name_cn },
  diallingCode: row.dialling_code,
  currency: row.currency,
  region: row.region,
  sort: row.sort,
  enabled: row.enabled,
  version: row.version,
})

/** `mayWrite`: the caller's role has the menu read-write. */
export function can(row: CountryRow, mayWrite: boolean): Shown['can'] {
  if (!mayWrite) return { update: 'readOnly', enable: 'readOnly', disable: 'readOnly' }
  return { update: true, enable: row.enabled ? 'already' : true, disable: row.enabled ? true : 'already' }
}

/** The fields an update sets, named as the payload names them: for comparing yours with theirs. */
export const editable = (row: CountryRow): Omit<Update, 'code' | 'version'> => ({
  nameEn: row.name_en,
  nameCn: row.name_cn,
  diallingCode: row.dialling_code,
  currency: row.currency,
  region: row.region,
  sort: row.sort,
})
