// The trial balance: each account's opening balance, debits, credits and closing balance.
import { booksTrial } from '@greenroom/contract/books'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { currencies } from '@greenroom/contract/statesAndKinds'
import { IconClockHour4, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { defineCommand } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, oneOf, type TextFilter, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { pathOf, Tabs } from './BooksTabs.tsx'
import classes from './books.module.css'
import { BookName, Figure, MonthState, unitOf, useMonthOptions } from './bookView.tsx'

const moment = defineCommand({
  id: 'finance.books.moment',
  icon: IconClockHour4,
  drawer: 'moment',
  key: 'inspect',
})
const print = (open: () => void) => defineCommand({ id: 'finance.books.print', icon: IconPrinter, run: open })
const drawers = { moment: loadable(() => import('./Moment.tsx')) }

type Row = RecordOf<typeof booksTrial> & { month: string }

const momentText = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/
const momentFilter: TextFilter = {
  ...text({ as: 'atStr' }),
  read: (value) => (momentText.test(value.trim()) ? value.trim() : undefined),
}
const filters = filtersOf({ month: chosenFrom(useMonthOptions), at: momentFilter, currency: oneOf(currencies) })

const columnsOf = (month: string): Column<Row>[] => [
  { id: 'book', cell: (row) => <BookName of={row} />, pinned: true, width: 210 },
  { id: 'holder', cell: (row) => <Labelled by={`finance:options.holder.${row.holder}`} />, width: 110 },
  { id: 'currency', cell: (row) => <Labelled by={`finance:options.currency.${row.currency}`} />, width: 90 },
  { id: 'normal', cell: (row) => <Labelled by={`finance:books.sides.${row.normal}`} />, width: 80, spare: true },
  {
    id: 'opening',
    cell: (row) => <Amount value={row.opening} unit={unitOf[row.currency]} zero="dash" />,
    align: 'end',
    width: 155,
  },
  { id: 'debit', cell: (row) => <Figure month={month} book={row} value={row.debit} />, align: 'end', width: 155 },
  { id: 'credit', cell: (row) => <Figure month={month} book={row} value={row.credit} />, align: 'end', width: 155 },
  {
    id: 'closing',
    cell: (row) => <Amount value={row.closing} unit={unitOf[row.currency]} zero="dash" />,
    align: 'end',
    width: 155,
  },
]

export function Trial() {
  const navigate = useNavigate()
  const list = useList({
    call: booksTrial,
    filters,
    rowId: (row) => row.bookId,
    name: (row) => row.bookId,
  })
  const answer = list.answer as Answer<typeof booksTrial> | undefined
  const month = answer?.span.month ?? ''
  const commands = [moment, print(() => void navigate(pathOf('sheet', { month })))]
  return (
    <ListPage
      list={list}
      commands={commands}
      drawers={drawers}
      summary={
        <>
          <Tabs />
          {answer && <Span of={answer} />}
        </>
      }
    >
      <ListFilters />
      <ListTable columns={columnsOf(month)} />
      {answer && <Totals of={answer} />}
    </ListPage>
  )
}

/** The shown span, and whether its debits equal its credits. */
function Span({ of }: { of: Answer<typeof booksTrial> }) {
  const { t } = useTranslation('finance')
  return (
    <div className={classes['span']}>
      <span>
        <b>
          <bdi>{of.span.month}</bdi>
        </b>{' '}
        <MonthState of={of.span.state} />{' '}
        <span className={classes['until']}>
          {t('books.until')} <Time at={of.span.until} />
        </span>
      </span>
      {of.totals.map(({ currency, debit, credit, debitBalances, creditBalances }) => {
        const balances = debit === credit && debitBalances === creditBalances
        return (
          <div key={currency} className={classes['total']} data-balances={balances}>
            <span className={classes['until']}>
              <Labelled by={`finance:options.currency.${currency}`} />{' '}
              <StatusBadge tone={balances ? 'good' : 'bad'}>
                {balances ? t('books.balances') : t('books.differs')}
              </StatusBadge>
            </span>
            <b>
              <Amount value={debit} unit={unitOf[currency]} />
              {debit !== credit && (
                <>
                  {' ≠ '}
                  <Amount value={credit} unit={unitOf[currency]} />
                </>
              )}
            </b>
          </div>
        )
      })}
    </div>
  )
}

/** The foot of the table: each currency's debits and credits, over all accounts. */
function Totals({ of }: { of: Answer<typeof booksTrial> }) {
  const { t } = useTranslation('finance')
  return (
    <table className={`${classes['table']} ${classes['foot']}`}>
      <caption>{t('books.total')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.currency')}</th>
          <th scope="col">{t('columns.debit')}</th>
          <th scope="col">{t('columns.credit')}</th>
        </tr>
      </thead>
      <tbody>
        {of.totals.map(({ currency, debit, credit }) => (
          <tr key={currency} className={classes['sum']}>
            <th scope="row">
              <Labelled by={`finance:options.currency.${currency}`} />
            </th>
            <td>
              <Amount value={debit} unit={unitOf[currency]} zero="dash" />
            </td>
            <td>
              <Amount value={credit} unit={unitOf[currency]} zero="dash" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
