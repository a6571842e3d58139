import type { RecordOf } from '@greenroom/contract/call'
import { logList, logNames } from '@greenroom/contract/system'
import { IconEye, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { defineAction, defineCommand } from '../../actions/action.ts'
import { call } from '../../api/call.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, type Option, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { UserChip } from '../../ui/values/UserChip.tsx'

// Filter options of the log, from the server in the reader's language.
function useNames() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['system.log', 'names', i18n.language],
    queryFn: ({ signal }) => call(logNames, {}, { signal }),
    staleTime: 300_000,
  }).data
}

// The key is sent and kept in the address: a link means the same to readers of either language.
const options = (named: readonly { key: string; name: string }[] | undefined): Option[] =>
  (named ?? []).map(({ key, name }) => ({ value: key, label: name }))

const useMenuOptions = () => options(useNames()?.menus)
const useOperationOptions = () => options(useNames()?.operations)

type LogRow = RecordOf<typeof logList>

const filters = filtersOf({
  at: dateRange(),
  menuName: chosenFrom(useMenuOptions),
  opName: chosenFrom(useOperationOptions),
  username: text(),
  logContent: text(),
})

const columns: Column<LogRow>[] = [
  { id: 'at', cell: (entry) => <Time at={entry.at} />, pinned: true, sort: 'at', width: 165 },
  { id: 'username', cell: (entry) => <UserChip name={entry.username} />, width: 150, least: 120 },
  { id: 'menuName', cell: (entry) => entry.menuName, width: 130, least: 110 },
  { id: 'opName', cell: (entry) => entry.opName, width: 160, least: 130 },
  { id: 'target', cell: (entry) => entry.target, width: 140, least: 120 },
  { id: 'logContent', cell: (entry) => entry.logContent, width: 340, least: 200 },
  { id: 'ip', cell: (entry) => <Code>{entry.ip}</Code>, width: 130 },
  { id: 'id', cell: (entry) => <Code>{entry.id}</Code>, width: 270, hidden: true },
]

const verify = defineCommand({ id: 'system.log.verify', icon: IconShieldCheck, drawer: 'verify', key: 'inspect' })
const show = defineAction<LogRow>({ id: 'system.log.show', icon: IconEye, may: () => true, drawer: 'entry' })

const commands = [verify]
const actions = [show]
const drawers = { entry: loadable(() => import('./LogEntry.tsx')), verify: loadable(() => import('./VerifyChain.tsx')) }

export default function LogList() {
  const list = useList({
    call: logList,
    filters,
    sort: '-at',
    name: (entry) => `${entry.opName} · ${entry.username}`,
  })
  const { t } = useTranslation('system')
  const detached = useNames()?.detached ?? []
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      {detached.length > 0 && <p role="note">{t('log.detachedMonths', { months: detached.join(', ') })}</p>}
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="entry" />
    </ListPage>
  )
}
