import type { RecordOf } from '@greenroom/contract/call'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryEnable, countryList } from '@greenroom/contract/systemRecords'
import { editAction, switchActions } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Enabled } from '../Enabled.tsx'

type Country = RecordOf<typeof countryList>

const filters = filtersOf({ q: text(), region: text(), enabled: flag() })

const columns: Column<Country>[] = [
  { id: 'nameEn', cell: (country) => country.names.en, pinned: true, sort: 'name', width: 220 },
  { id: 'nameCn', cell: (country) => country.names.cn, width: 160 },
  { id: 'code', cell: (country) => <Code>{`${country.code} · ${country.code3}`}</Code>, width: 110 },
  { id: 'diallingCode', cell: (country) => <bdi dir="ltr">{country.diallingCode}</bdi>, align: 'end', width: 120 },
  { id: 'currency', cell: (country) => <Code>{country.currency}</Code>, width: 100 },
  { id: 'region', cell: (country) => country.region, width: 150 },
  { id: 'enabled', cell: (country) => <Enabled is={country.enabled} />, width: 110 },
  { id: 'sort', cell: (country) => country.sort, sort: 'sort', align: 'end', width: 80 },
]

const namesOf = ({ names }: Country) => names

const actions = [
  editAction<Country>('system.country'),
  ...switchActions<Country, string>('system.country', {
    turn: (enabled, codes) => call(countryEnable, { codes, enabled }),
    told: (state, rows, _input, form) => countriesChanged(form, rows.map(namesOf), state),
  }),
]
const drawers = { edit: loadable(() => import('./EditCountry.tsx')) }

export default function CountryList() {
  const list = useList({
    call: countryList,
    filters,
    sort: 'sort',
    size: 100,
    rowId: (country) => country.code,
    name: (country) => country.names.en,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
