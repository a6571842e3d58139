// Mappings of gateways' files: which column has which field.
import { statementMappingList } from '@greenroom/contract/statements'
import { IconPencil } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { loadable } from '../../../ui/loadable.tsx'
import type { Mapping } from './StatementState.tsx'
import { Tabs } from './StatementTabs.tsx'

const filters = filtersOf({ gateway: text({ most: 40 }) })

const columns: Column<Mapping>[] = [
  { id: 'mapping', cell: (row) => row.name, pinned: true, sort: 'name', width: 200 },
  { id: 'gateway', cell: (row) => row.gateway, width: 140 },
  { id: 'mapped', cell: (row) => <bdi>{Object.values(row.settings.columns).join(' · ')}</bdi>, width: 360 },
  { id: 'updatedBy', cell: (row) => row.updatedBy, width: 140 },
  { id: 'updatedAt', cell: (row) => <Time at={row.updatedAt} />, width: 165 },
]

const edit = (writes: boolean) =>
  defineAction<Mapping>({
    id: 'finance.mapping.edit',
    icon: IconPencil,
    key: 'edit',
    may: () => writes || 'readOnly',
    drawer: 'edit',
  })
const editing = { read: [edit(false)], write: [edit(true)] }

const commands = [addCommand('finance.mapping')]
const Form = loadable(() => import('./MappingForm.tsx'))
const drawers = { add: Form, edit: Form }

export default function MappingList() {
  const { may } = useSession()
  const list = useList({ call: statementMappingList, filters, sort: 'name', name: (row) => row.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={may('finance.statement', 'write') ? editing.write : editing.read} />
    </ListPage>
  )
}
