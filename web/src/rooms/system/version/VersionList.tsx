import type { RecordOf } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionDelete, versionList } from '@greenroom/contract/systemRecords'
import { addCommand, deleteAction, editAction } from '../../../action/usual.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'

type Version = RecordOf<typeof versionList>

const filters = filtersOf({ app: text(), q: text(), mandatory: flag() })

const columns: Column<Version>[] = [
  { id: 'versionName', cell: (version) => `${version.app} ${version.name}`, pinned: true, width: 180 },
  {
    id: 'build',
    cell: (version) => <Amount value={version.build} unit="number" />,
    sort: 'build',
    align: 'end',
    width: 90,
  },
  {
    id: 'mandatory',
    cell: (version) => <Labelled by={version.mandatory ? 'list:filters.true' : 'list:filters.false'} />,
    width: 110,
  },
  { id: 'sharePercent', cell: (version) => `${version.sharePercent} %`, align: 'end', width: 120 },
  { id: 'description', cell: (version) => version.description, width: 280 },
  { id: 'address', cell: (version) => <bdi dir="ltr">{version.address}</bdi>, width: 260 },
  { id: 'createdBy', cell: (version) => version.createdBy, width: 130 },
  { id: 'createdAt', cell: (version) => <Time at={version.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'updatedAt', cell: (version) => <Time at={version.updatedAt} />, width: 165, hidden: true },
]

const VersionForm = loadable(() => import('./VersionForm.tsx'))
const commands = [addCommand('system.version')]
const drawers = { add: VersionForm, edit: VersionForm }
const actions = [
  editAction<Version>('system.version'),
  deleteAction<Version>('system.version', versionDelete, (rows) => versionsChanged(rows, 'deleted')),
]

export default function VersionList() {
  const list = useList({
    call: versionList,
    filters,
    sort: '-createdAt',
    name: (version) => `${version.app} ${version.name}`,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
