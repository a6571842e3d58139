// Profit and loss, or receivables and payables, month by month, with the change from the month before.

import { booksFigures } from '@greenroom/contract/books'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { chosenFrom, filtersOf } from '../../../list/filters.ts'
import { FiguresPage, FullWidth } from '../../../page/FiguresPage.tsx'
import { useFigures } from '../../../page/useFigures.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Tabs } from './BooksTabs.tsx'
import classes from './books.module.css'
import { BookName, Figure, MonthState, unitOf, useMonthOptions } from './bookView.tsx'

type Found = Answer<typeof booksFigures>
type Line = Found['income'][number]

const filters = filtersOf({ month: chosenFrom(useMonthOptions) })

export function Figures({ of }: { of: 'profit' | 'owed' }) {
  const { t } = useTranslation('finance')
  const { list, data } = useFigures(booksFigures, filters)
  return (
    <FiguresPage list={list} summary={<Tabs />}>
      <FullWidth>
        {data && (of === 'profit' ? <ProfitTable of={data} /> : <OwedTable of={data} />)}
        <p className={classes['how']}>{t(`books.how.${of}`)}</p>
      </FullWidth>
    </FiguresPage>
  )
}

/** A month's figures, and the changes since the previous month. */
const changeOf = (amounts: readonly number[]) => (amounts.length < 2 ? null : amounts.at(-1)! - amounts.at(-2)!)

function Head({ of, caption }: { of: Found; caption: string }) {
  const { t } = useTranslation('finance')
  return (
    <>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.book')}</th>
          <th scope="col" className={classes['unit']}>
            {t('columns.currency')}
          </th>
          {of.months.map(({ month, state }) => (
            <th scope="col" key={month}>
              <bdi>{month}</bdi> <MonthState of={state} />
            </th>
          ))}
          <th scope="col">{t('books.change')}</th>
        </tr>
      </thead>
    </>
  )
}

function Rows({ of, lines }: { of: Found; lines: readonly Line[] }) {
  return lines.map((line) => (
    <tr key={`${line.holder} ${line.purpose} ${line.currency}`}>
      <th scope="row">
        <BookName of={line} />
      </th>
      <td className={classes['unit']}>
        <Labelled by={`finance:options.currency.${line.currency}`} />
      </td>
      {of.months.map(({ month }, index) => (
        <td key={month}>
          <Figure month={month} book={line} value={line.amounts[index] ?? 0} />
        </td>
      ))}
      <Change amounts={line.amounts} unit={unitOf[line.currency]} />
    </tr>
  ))
}

function Change({ amounts, unit }: { amounts: readonly number[]; unit: (typeof unitOf)[keyof typeof unitOf] }) {
  const change = changeOf(amounts)
  return (
    <td>
      {change === null ? (
        '–'
      ) : (
        <>
          {change > 0 && '+'}
          <Amount value={change} unit={unit} />
        </>
      )}
    </td>
  )
}

function Section({ name, months }: { name: string; months: number }) {
  return (
    <tr className={classes['section']}>
      <th scope="rowgroup" colSpan={months + 3}>
        {name}
      </th>
    </tr>
  )
}

function Sum({ name, amounts }: { name: string; amounts: readonly number[] }) {
  return (
    <tr className={classes['sum']}>
      <th scope="row">{name}</th>
      <td className={classes['unit']}>
        <Labelled by="finance:options.currency.USD" />
      </td>
      {amounts.map((amount, index) => (
        // Months are sorted already.
        // biome-ignore lint: as above
        <td key={index}>
          <Amount value={amount} unit="usdRounded" />
        </td>
      ))}
      <Change amounts={amounts} unit="usdRounded" />
    </tr>
  )
}

const sumOf = (lines: readonly Line[], months: number) =>
  Array.from({ length: months }, (_, index) =>
    lines.filter(({ currency }) => currency === 'USD').reduce((all, line) => all + (line.amounts[index] ?? 0), 0),
  )

export function ProfitTable({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  const months = of.months.length
  return (
    <table className={classes['table']}>
      <Head of={of} caption={t('books.tabs.profit')} />
      <tbody>
        <Section name={t('books.income')} months={months} />
        <Rows of={of} lines={of.income} />
        <Sum name={t('books.incomeSum')} amounts={sumOf(of.income, months)} />
        <Section name={t('books.costs')} months={months} />
        <Rows of={of} lines={of.costs} />
        <Sum name={t('books.costsSum')} amounts={sumOf(of.costs, months)} />
        <Sum name={t('books.profit')} amounts={of.profit} />
      </tbody>
    </table>
  )
}

export function OwedTable({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  const months = of.months.length
  return (
    <table className={classes['table']}>
      <Head of={of} caption={t('books.tabs.owed')} />
      <tbody>
        <Section name={t('books.owed')} months={months} />
        <Rows of={of} lines={of.owed} />
        <Sum name={t('books.owedSum')} amounts={sumOf(of.owed, months)} />
        <Section name={t('books.due')} months={months} />
        <Rows of={of} lines={of.due} />
      </tbody>
    </table>
  )
}
