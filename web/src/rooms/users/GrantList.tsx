// /user/grant: every grant and deduction with its state, and grants by a list of ids.
import type { RecordOf } from '@greenroom/contract/call'
import { userGrantList } from '@greenroom/contract/users'
import { IconListNumbers } from '@tabler/icons-react'
import { defineCommand } from '../../actions/action.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { useLabels } from '../../ui/labels.ts'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

type Operation = RecordOf<typeof userGrantList>

const filters = filtersOf({ userId: idText(), by: text(), at: dateRange() })

function OperationState({ state }: Pick<Operation, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.operation[state]}>{label(`users:options.operationState.${state}`)}</StatusBadge>
}

const columns: Column<Operation>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} />, pinned: true, sort: 'at', width: 175 },
  { id: 'direction', cell: (one) => <Labelled by={`users:actions.person.${one.direction}`} />, width: 140 },
  { id: 'tokens', cell: (one) => <Amount value={one.tokens} unit="tokens" />, align: 'end', width: 130 },
  {
    id: 'user',
    cell: (one) =>
      one.userId === null ? (
        <Amount value={one.people} unit="number" />
      ) : (
        <PersonLink person={{ ...one, userId: one.userId }} />
      ),
    width: 230,
  },
  {
    id: 'operationState',
    cell: (one) => <OperationState state={one.state} />,
    width: 130,
  },
  { id: 'by', cell: (one) => one.by, width: 150 },
  { id: 'reason', cell: (one) => <span title={one.reason}>{one.reason}</span>, width: 360 },
]

const commands = [
  defineCommand({ id: 'users.list.grant', icon: IconListNumbers, writes: true, key: 'add', drawer: 'grantByList' }),
]
const drawers = { grantByList: loadable(() => import('./GrantByList.tsx')) }

export default function GrantList() {
  const list = useList({ call: userGrantList, filters, rowId: (one) => one.operationId })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
