// Countries of the app, with dialling codes and currencies.
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryEnable, countryList, countryUpdate } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import type { Served } from '../../kit/serve.ts'
import { equals, resource, search, serveRecords, serveSwitch, serveUpdate, switches } from '../../records/index.ts'
import { sendCountries } from './telling.ts'

const countries = resource('system.country', {
  id: { column: 'code', type: 'text' },
  menu: 'system.country',
  noun: 'country',
  view: (row) => ({
    code: row.code,
    code3: row.code3,
    names: { en: row.name_en, cn: row.name_cn },
    diallingCode: row.dialling_code,
    currency: row.currency,
    region: row.region,
    sort: row.sort,
    enabled: row.enabled,
    version: row.version,
  }),
  can: ({ enabled }) => ({ update: true, ...switches(enabled) }),
  fields: {
    nameEn: 'name_en',
    nameCn: 'name_cn',
    diallingCode: 'dialling_code',
    currency: 'currency',
    region: 'region',
    sort: 'sort',
  },
  sentence: (rows, change) =>
    countriesChanged(
      'done',
      rows.map((row) => ({ en: row.name_en, cn: row.name_cn })),
      change,
    ),
  changed: async (tx, { now }, rows) => {
    if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await sendCountries(tx, now)
  },
})

/** Filter by the start of a dialling code, with or without its plus; false for any other text. */
const dials = (text: string) => sql<boolean>`
  ${/^\+?\d+$/.test(text)}::boolean and t.dialling_code like ${`+${text.replace('+', '')}%`}`

/** Filter by a complete code of two or three letters. */
const isCode = (text: string) => sql<boolean>`${text.toUpperCase()} in (t.code, t.code3)`

export const countryRoutes: Served[] = [
  serveRecords(countries, countryList, {
    filters: {
      q: search(['t.name_en', 't.name_cn'], isCode, dials),
      region: equals('t.region'),
      enabled: equals('t.enabled'),
    },
    orders: {
      sort: { type: 'int', column: 'sort' },
      name: { type: 'text', column: { en: 'name_en', cn: 'name_cn' } },
      code: { type: 'text', column: 'code' },
    },
    order: 'sort',
    size: 50,
    columns: [
      { names: { en: 'Code', cn: '代码' }, value: (country) => country.code },
      { names: { en: 'Code (3 letters)', cn: '三位代码' }, value: (country) => country.code3 },
      { names: { en: 'English name', cn: '英文名' }, value: (country) => country.names.en },
      { names: { en: 'Chinese name', cn: '中文名' }, value: (country) => country.names.cn },
      { names: { en: 'Dialling code', cn: '国际区号' }, value: (country) => country.diallingCode },
      { names: { en: 'Currency', cn: '货币' }, value: (country) => country.currency },
      { names: { en: 'Region', cn: '地区' }, value: (country) => country.region },
      { names: { en: 'Sort', cn: '排序' }, value: (country) => country.sort },
      { names: { en: 'Enabled', cn: '启用' }, value: (country) => country.enabled },
    ],
  }),
  serveUpdate(countries, countryUpdate, 'code'),
  serveSwitch(countries, countryEnable, 'codes'),
]
