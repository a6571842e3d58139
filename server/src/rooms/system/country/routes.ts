import { countryEnable, countryList, countryUpdate } from '@greenroom/contract/system'
import { levelOn, staffOf } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { countryPage } from './queries.ts'
import { can, countryOf } from './rules.ts'
import { enableCountries, updateCountry } from './service.ts'

export const countryRoutes: Served[] = [
  serveList(
    countryList,
    async (context, payload) => {
      const page = await countryPage(context.database, context.language, filtersOf(payload), payload)
      const mayWrite = levelOn(staffOf(context), 'system.country') === 3
      return mapPage(page, (row) => ({ ...countryOf(row), can: can(row, mayWrite) }))
    },
    [
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
  ),
  serve(countryUpdate, updateCountry),
  serve(countryEnable, enableCountries),
]
