// A month's printable sheet: trial balance, profit and loss, receivables and payables, and who closed it.
import { booksFigures, booksTrial } from '@greenroom/contract/books'
import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { OwedTable, ProfitTable } from './BookFigures.tsx'
import { pathOf } from './BooksTabs.tsx'
import classes from './books.module.css'
import { BookName, MonthState, unitOf, useMonths } from './bookView.tsx'

export function Sheet() {
  const { t } = useTranslation(['finance', 'list'])
  const [address] = useAddress()
  const month = address.get('month') ?? undefined
  const query = useQuery({
    queryKey: ['finance.books', 'sheet', month],
    queryFn: async ({ signal }) => {
      const [trial, figures] = await Promise.all([
        call(booksTrial, { month, size: limits.pageSize }, { signal }),
        call(booksFigures, { month, months: 2 }, { signal }),
      ])
      return { trial, figures }
    },
  })
  const months = useMonths()
  if (query.isError) return <Failure error={query.error} />
  if (!query.data) return <Skeleton h={400} aria-busy />
  const { trial, figures } = query.data
  const closed = months.data?.months.find((one) => one.month === trial.span.month)
  return (
    <article className={classes['sheet']}>
      <Group className={classes['noPrint']} gap={8}>
        <Button
          component={Link}
          to={pathOf('trial', { month: trial.span.month })}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('finance:books.back')}
        </Button>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('finance:actions.books.print')}
        </Button>
      </Group>
      <h1>{t('finance:books.sheet', { month: trial.span.month })}</h1>
      <Facts
        of={[
          [t('finance:columns.state'), <MonthState key="state" of={trial.span.state} />],
          [t('finance:columns.startsAt'), <Time key="from" at={trial.span.startsAt} />],
          [t('finance:columns.endsAt'), <Time key="until" at={trial.span.until} />],
          [t('finance:columns.askedBy'), closed?.askedBy ?? null],
          [t('finance:columns.approvedBy'), closed?.approvedBy ?? null],
          [t('finance:columns.closedAt'), closed?.closedAt ? <Time key="closed" at={closed.closedAt} /> : null],
        ]}
      />
      <TrialTable of={trial} />
      <ProfitTable of={figures} />
      <OwedTable of={figures} />
    </article>
  )
}

function TrialTable({ of }: { of: Answer<typeof booksTrial> }) {
  const { t } = useTranslation('finance')
  return (
    <table className={classes['table']}>
      <caption>{t('books.tabs.trial')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.book')}</th>
          <th scope="col" className={classes['unit']}>
            {t('columns.currency')}
          </th>
          {(['opening', 'debit', 'credit', 'closing'] as const).map((column) => (
            <th scope="col" key={column}>
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.records.map((row) => (
          <tr key={row.bookId}>
            <th scope="row">
              <BookName of={row} />
            </th>
            <td className={classes['unit']}>
              <Labelled by={`finance:options.currency.${row.currency}`} />
            </td>
            {(['opening', 'debit', 'credit', 'closing'] as const).map((column) => (
              <td key={column}>
                <Amount value={row[column]} unit={unitOf[row.currency]} />
              </td>
            ))}
          </tr>
        ))}
        {of.totals.map((total) => (
          <tr key={total.currency} className={classes['sum']}>
            <th scope="row">{t('books.total')}</th>
            <td className={classes['unit']}>
              <Labelled by={`finance:options.currency.${total.currency}`} />
            </td>
            <td />
            <td>
              <Amount value={total.debit} unit={unitOf[total.currency]} />
            </td>
            <td>
              <Amount value={total.credit} unit={unitOf[total.currency]} />
            </td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
