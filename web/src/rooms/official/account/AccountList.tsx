import type { RecordOf } from '@greenroom/contract/call'
import { officialAccountEnable, officialAccountList } from '@greenroom/contract/official'
import { officialAccountsChanged } from '@greenroom/contract/sentences/official'
import { addCommand, editAction, switchActions } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

type Account = RecordOf<typeof officialAccountList>

const filters = filtersOf({ q: text(), enabled: flag() })

function Enabled({ is }: { is: boolean }) {
  const { label } = useLabels()
  return <StatusBadge tone={is ? 'good' : 'neutral'}>{label(`official:options.enabled.${is}`)}</StatusBadge>
}

const columns: Column<Account>[] = [
  { id: 'title', cell: (account) => account.title, pinned: true, width: 200 },
  { id: 'person', cell: (account) => <PersonLink person={account.person} />, width: 220, links: true },
  { id: 'enabled', cell: (account) => <Enabled is={account.enabled} />, width: 110 },
  {
    id: 'writers',
    cell: (account) =>
      account.writers.length === 0 ? (
        <Labelled by="official:account.nobody" />
      ) : (
        listed(account.writers.map(({ username }) => username))
      ),
    width: 240,
  },
  { id: 'note', cell: (account) => account.note, width: 220 },
  { id: 'updatedBy', cell: (account) => account.updatedBy, width: 130 },
  { id: 'updatedAt', cell: (account) => <Time at={account.updatedAt} />, sort: 'updatedAt', width: 165 },
]

const AccountForm = loadable(() => import('./AccountForm.tsx'))
const commands = [addCommand('official.account')]
const drawers = { add: AccountForm, edit: AccountForm }
const actions = [
  editAction<Account>('official.account'),
  ...switchActions<Account>('official.account', {
    turn: (enabled, ids) => call(officialAccountEnable, { ids, enabled }),
    told: (state, rows, _input, form) =>
      officialAccountsChanged(
        form,
        rows.map(({ title }) => title),
        state,
      ),
  }),
]

export default function AccountList() {
  const list = useList({ call: officialAccountList, filters, sort: '-updatedAt', name: (account) => account.title })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
