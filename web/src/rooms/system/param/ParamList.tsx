import type { RecordOf } from '@greenroom/contract/call'
import { paramDeleted, paramLocked } from '@greenroom/contract/sentences/system'
import { paramDelete, paramEditable, paramList } from '@greenroom/contract/system'
import { Group } from '@mantine/core'
import { type Icon, IconHistory, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, flag, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { ParamValue, useGroupOptions } from './ParamValue.tsx'

// Actions on parameters.
type Param = RecordOf<typeof paramList>

const set = defineAction<Param, undefined, string>({
  id: 'system.param.set',
  icon: IconPencil,
  key: 'edit',
  may: (param) => param.can.set,
  drawer: 'set',
})
const history = defineAction<Param, undefined, string>({
  id: 'system.param.history',
  icon: IconHistory,
  key: 'inspect',
  may: () => true,
  drawer: 'history',
})
const flagging = (id: string, icon: Icon, editable: boolean) =>
  defineAction<Param, Reason, string>({
    id,
    icon,
    single: true,
    may: (param) => (param.editable === editable ? 'sameFlag' : param.can.editable),
    form: reasonForm,
    run: ([key], { reason }) => call(paramEditable, { key: key ?? '', editable, reason }),
    message: ([param], _input, form) => paramLocked(form, { key: param?.key ?? '', editable }),
  })
const lock = flagging('system.param.lock', IconLock, false)
const unlock = flagging('system.param.unlock', IconLockOpen, true)
const remove = defineAction<Param, Reason, string>({
  id: 'system.param.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (param) => param.can.delete,
  form: reasonForm,
  run: ([key], { reason }) => call(paramDelete, { key: key ?? '', reason }),
  message: ([param]) => paramDeleted(param?.key ?? ''),
})

const paramActions = [set, history, lock, unlock, remove]

/** A parameter's flags; a pending change links to its approval. */
function ParamFlags({ param }: { param: RecordOf<typeof paramList> }) {
  const { t } = useTranslation('system')
  return (
    <Group gap={4} wrap="nowrap" h="100%">
      {param.pendingApprovalId !== null && (
        <Link to={`/sys/approval?drawer=show:${param.pendingApprovalId}`} tabIndex={-1}>
          <Tag tone="waiting">{t('tags.waits')}</Tag>
        </Link>
      )}
      {param.sensitive && <Tag tone="info">{t('tags.sensitive')}</Tag>}
      {param.frontEndNeeded && <Tag>{t('tags.frontEnd')}</Tag>}
      {!param.editable && <Tag>{t('tags.fixed')}</Tag>}
      {!param.builtIn && <Tag>{t('tags.own')}</Tag>}
    </Group>
  )
}

const ParamName = ({ names }: { names: { en: string; cn: string } }) => nameIn(names, useLabels().language)

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
  add: loadable(() => import('./SetParam.tsx'), 'AddParam'),
  set: loadable(() => import('./SetParam.tsx'), 'SetParam'),
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
