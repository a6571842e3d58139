import type { RecordOf } from '@greenroom/contract/call'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistDelete, whitelistList } from '@greenroom/contract/systemRecords'
import { addCommand, deleteAction, editAction } from '../../../action/usual.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { entryKinds } from './kinds.ts'

type Entry = RecordOf<typeof whitelistList>

const filters = filtersOf({
  q: text(),
  kind: oneOf(entryKinds),
  state: oneOf(['effective', 'expired']),
})

const columns: Column<Entry>[] = [
  { id: 'value', cell: (entry) => <Code>{entry.value}</Code>, pinned: true, sort: 'value', width: 240 },
  { id: 'kind', cell: (entry) => <Labelled by={`system:options.kind.${entry.kind}`} />, width: 130 },
  { id: 'state', cell: (entry) => <State state={entry.state} />, width: 110 },
  { id: 'expiresAt', cell: (entry) => <Expiry at={entry.expiresAt} />, width: 165 },
  { id: 'note', cell: (entry) => entry.note, width: 280 },
  { id: 'createdBy', cell: (entry) => entry.createdBy, width: 140 },
  { id: 'createdAt', cell: (entry) => <Time at={entry.createdAt} />, sort: 'createdAt', width: 165 },
]

const EntryForm = loadable(() => import('./EntryForm.tsx'))
const commands = [addCommand('system.whitelist')]
const drawers = { add: EntryForm, edit: EntryForm }
const actions = [
  editAction<Entry>('system.whitelist'),
  deleteAction<Entry>('system.whitelist', whitelistDelete, (rows) => whitelistChanged(rows, 'deleted')),
]

export default function WhitelistList() {
  const list = useList({ call: whitelistList, filters, sort: '-createdAt', name: (entry) => entry.value })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}

function State({ state }: { state: Entry['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={state === 'effective' ? 'good' : 'neutral'}>
      {label(`system:options.state.${state}`)}
    </StatusBadge>
  )
}

function Expiry({ at }: { at: string | null }) {
  const { label } = useLabels()
  return at === null ? label('system:whitelist.never') : <Time at={at} />
}
