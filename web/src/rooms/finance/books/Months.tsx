// The months of the books: which are closed and by whom, and closing the next one.
import { booksClose, booksMonthList } from '@greenroom/contract/books'
import type { Answer } from '@greenroom/contract/call'
import { monthClosed } from '@greenroom/contract/sentences/books'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { defineAction } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { pathOf, Tabs } from './BooksTabs.tsx'
import { MonthState, useMonths } from './bookView.tsx'

type Month = Answer<typeof booksMonthList>['months'][number]

const filters = filtersOf({})

const columns: Column<Month>[] = [
  { id: 'month', cell: (row) => <bdi>{row.month}</bdi>, pinned: true, width: 110 },
  { id: 'state', cell: (row) => <State of={row} />, width: 190 },
  { id: 'startsAt', cell: (row) => <Time at={row.startsAt} />, width: 165 },
  { id: 'endsAt', cell: (row) => <Time at={row.endsAt} />, width: 165 },
  { id: 'askedBy', cell: (row) => row.askedBy ?? '–', width: 150 },
  { id: 'approvedBy', cell: (row) => row.approvedBy ?? '–', width: 150 },
  { id: 'closedAt', cell: (row) => <Time at={row.closedAt ?? row.approvedAt} />, width: 165 },
]

function State({ of }: { of: Month }) {
  const { t } = useTranslation('finance')
  const { may } = useSession()
  return (
    <>
      <MonthState of={of.state} />{' '}
      {of.approvalId && (
        <Link to={`${may('system.approval', 'read') ? '/sys/approval' : '/requests'}?drawer=show:${of.approvalId}`}>
          {t('books.request')}
        </Link>
      )}
    </>
  )
}

const close = defineAction<Month, { reason: string }, string>({
  id: 'finance.books.close',
  icon: IconLock,
  danger: true,
  single: true,
  may: (row) => row.can.close,
  form: () => import('./closeForm.tsx'),
  run: ([month], { reason }) => call(booksClose, { month: month!, reason }),
  message: ([row], _, form) => monthClosed(form, row!.month),
})
const actions = [close]

export function Months() {
  const query = useMonths()
  const list = useCompleteList({
    call: booksMonthList,
    query,
    filters,
    rows: ({ months }) => months,
    rowId: (row) => row.month,
    name: (row) => row.month,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListTable columns={columns} actions={actions} rowHref={({ month }) => pathOf('trial', { month })} />
    </ListPage>
  )
}
