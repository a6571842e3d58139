// Countries of the app, with dialling codes and currencies.
import { namesOf } from '@greenroom/contract/localized'
import { country } from '@greenroom/contract/records/system'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { declared, inTexts, search } from '../../records/index.ts'
import { sendCountries } from './system.commands.ts'

/** Filter by the start of a dialling code, with or without its plus; false for any other text. */
const dials = (text: string) => sql<boolean>`
  ${/^\+?\d+$/.test(text)}::boolean and t.dialling_code like ${`+${text.replace('+', '')}%`}`

/** Filter by a complete code of two or three letters. */
const isCode = (text: string) => sql<boolean>`${text.toUpperCase()} in (t.code, t.code3)`

export const countries = declared(country, 'system.country', countryCalls, {
  filters: { q: search([], inTexts('t.texts'), isCode, dials) },
  sentence: (rows, change) =>
    countriesChanged(
      'done',
      rows.map(({ texts }) => namesOf(texts)),
      change,
    ),
  changed: async (tx, { now }, rows) => {
    if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await sendCountries(tx, now)
  },
})
