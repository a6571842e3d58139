import type { RecordOf } from '@greenroom/contract/call'
import { paramList } from '@greenroom/contract/system'
import { addCommand } from '../../../action/usual.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { paramActions } from './actions.ts'
import { useGroupOptions } from './groups.ts'
import { ParamFlags } from './ParamFlags.tsx'
import { ParamName } from './ParamName.tsx'
import { ParamValue } from './ParamValue.tsx'

type Param = RecordOf<typeof paramList>

const filters = filtersOf({
  q: text(),
  group: chosenFrom(useGroupOptions),
  frontEndNeeded: flag(),
  changed: flag(),
})

const columns: Column<Param>[] = [
  { id: 'paramName', cell: (param) => <ParamName names={param.names} />, pinned: true, width: 240 },
  { id: 'key', cell: (param) => <Code>{param.key}</Code>, width: 210 },
  { id: 'paramValue', cell: (param) => <ParamValue param={param} value={param.value} />, width: 200 },
  {
    id: 'defaultValue',
    cell: (param) => param.defaultValue !== null && <ParamValue param={param} value={param.defaultValue} />,
    width: 140,
  },
  { id: 'flags', cell: (param) => <ParamFlags param={param} />, width: 260 },
  { id: 'updatedBy', cell: (param) => param.updatedBy, width: 120 },
  { id: 'updatedAt', cell: (param) => <Time at={param.updatedAt} />, width: 165 },
]

const commands = [addCommand('system.param')]
const drawers = {
  add: loadable(() => import('./AddParam.tsx')),
  set: loadable(() => import('./SetParam.tsx')),
  history: loadable(() => import('./ParamHistory.tsx')),
}

export default function ParamList() {
  const list = useList({ call: paramList, filters, size: 100, rowId: (param) => param.key, name: (param) => param.key })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={paramActions} rowDrawer="set" />
    </ListPage>
  )
}
