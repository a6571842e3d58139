// What stands in the way of one import (`import=…`), line by line.
import { importFaultList } from '@greenroom/contract/moving'
import { importFaults, importKinds } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { FaultText, type ImportFault, KindText } from './importView.tsx'

const filters = filtersOf({
  importKind: oneOf(importKinds, { as: 'kind' }),
  importFault: oneOf(importFaults, { as: 'fault' }),
})

const columns: Column<ImportFault>[] = [
  // Where it is, what is wrong, and what is there: all of it beside each other on a small laptop.
  { id: 'faultFile', cell: (row) => <bdi title={row.file}>{row.file || '–'}</bdi>, pinned: true, width: 140 },
  { id: 'faultLine', cell: (row) => (row.line === 0 ? '–' : String(row.line)), align: 'end', width: 66 },
  { id: 'faultKind', cell: (row) => <KindText kind={row.kind} />, width: 110 },
  { id: 'faultKey', cell: (row) => <bdi title={row.key}>{row.key || '–'}</bdi>, width: 110 },
  { id: 'fault', cell: (row) => <FaultText fault={row.fault} />, width: 290 },
  { id: 'faultField', cell: (row) => <bdi title={row.field}>{row.field || '–'}</bdi>, width: 130 },
  { id: 'faultDetail', cell: (row) => <bdi title={row.detail}>{row.detail || '–'}</bdi>, width: 200 },
]

export default function ImportFaults() {
  const { t } = useTranslation('system')
  const [address] = useAddress()
  const importId = Number(address.get('import')) || 0
  const list = useList({
    call: importFaultList,
    filters,
    fixed: { importId: Math.max(1, importId) },
    sort: 'id',
    name: (row) => `${row.file}:${row.line}`,
  })
  return (
    <ListPage list={list} title={t('moving.faultsOf', { id: String(importId) })} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}

/** Imports, and the faults of a selected one. */
function Tabs() {
  const { t } = useTranslation('system')
  const [address] = useAddress()
  const tabs = [
    { id: 'imports', label: t('moving.tabs.imports'), href: '/sys/import' },
    { id: 'faults', label: t('moving.tabs.faults'), href: `/sys/import?${address}` },
  ]
  return <ViewTabs label={t('moving.tabs.label')} tabs={tabs} current="faults" />
}
