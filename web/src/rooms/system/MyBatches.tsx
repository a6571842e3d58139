// /batches: the caller's bulk jobs, their progress and each row's outcome. Needs no menu.

import { bulkCancel, bulkList } from '@greenroom/contract/bulk'
import type { RecordOf } from '@greenroom/contract/call'
import { bulkStopped } from '@greenroom/contract/sentences/bulk'
import { IconEye, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../actions/action.ts'
import { call } from '../../api/call.ts'
import { withReasonTexts } from '../../api/reasonTexts.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { filtersOf, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { BulkState } from './BulkState.tsx'

type Bulk = RecordOf<typeof bulkList>

const filters = filtersOf({ bulkState: oneOf(['waiting', 'running', 'done', 'stopped']) })

const columns: Column<Bulk>[] = [
  { id: 'opName', cell: (one) => one.action, pinned: true, width: 200 },
  { id: 'menuName', cell: (one) => one.title, width: 150 },
  { id: 'bulkState', cell: (one) => <BulkState state={one.state} />, width: 120 },
  { id: 'rows', cell: (one) => <Amount value={one.total} unit="number" />, align: 'end', width: 90 },
  { id: 'done', cell: (one) => <Amount value={one.done} unit="number" />, align: 'end', width: 90 },
  { id: 'failed', cell: (one) => <Amount value={one.failed} unit="number" />, align: 'end', width: 90 },
  { id: 'reason', cell: (one) => <span title={one.reason}>{one.reason}</span>, width: 260 },
  { id: 'startedAt', cell: (one) => <Time at={one.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'finishedAt', cell: (one) => <Time at={one.finishedAt} />, width: 165 },
  { id: 'keptUntil', cell: (one) => <Time at={one.expiresAt} />, width: 165, hidden: true },
]

const countsOf = (one?: Bulk) => ({ decided: (one?.done ?? 0) + (one?.failed ?? 0), total: one?.total ?? 0 })

const show = defineAction<Bulk, undefined, string>({
  id: 'system.bulk.show',
  icon: IconEye,
  may: () => true,
  drawer: 'show',
})
const stop = defineAction<Bulk, undefined, string>({
  id: 'system.bulk.stop',
  icon: IconPlayerStop,
  danger: true,
  single: true,
  may: (one) => (one.state === 'waiting' || one.state === 'running' ? true : 'over'),
  run: ([bulkId]) => call(bulkCancel, { bulkId: bulkId ?? '' }),
  message: ([one]) => bulkStopped({ en: one?.action ?? '', cn: one?.action ?? '' }, countsOf(one)),
})
const actions = [show, stop]
const drawers = { show: loadable(() => withReasonTexts(() => import('./ShowBatch.tsx'))) }

export default function MyBatches() {
  const { t } = useTranslation('system')
  const list = useList({
    call: bulkList,
    menu: 'system.approval',
    filters,
    sort: '-createdAt',
    rowId: (one) => one.bulkId,
    name: (one) => one.action,
  })
  return (
    <ListPage list={list} title={t('batches.title')} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
