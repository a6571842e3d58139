// Parts shared by the views of the books.

import { booksMonthList, type booksTrial } from '@greenroom/contract/books'
import type { RecordOf } from '@greenroom/contract/call'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'
import { pathOf } from './BooksTabs.tsx'
import classes from './books.module.css'

export type Book = Pick<RecordOf<typeof booksTrial>, 'holder' | 'purpose' | 'currency'>

export const unitOf = { TOKEN: 'tokens', BONUS: 'bonus', USD: 'usdRounded', USDT: 'usdtRounded' } as const

const keyOf = ({ holder, purpose }: Pick<Book, 'holder' | 'purpose'>) => `${holder}.${purpose.replaceAll('.', '_')}`

/** An account's name, with its description on hover. */
export function BookName({ of }: { of: Pick<Book, 'holder' | 'purpose'> }) {
  const { label } = useLabels()
  return (
    <abbr className={classes['book']} title={label(`finance:books.about.${keyOf(of)}`)}>
      {label(`finance:books.names.${keyOf(of)}`)}
    </abbr>
  )
}

/** A figure that links to its entries. */
export function Figure({ month, book, value }: { month: string; book: Book; value: number }) {
  return (
    <Link
      className={classes['figure']}
      to={pathOf('journal', { month, holder: book.holder, purpose: book.purpose, currency: book.currency })}
    >
      <Amount value={value} unit={unitOf[book.currency]} zero="dash" />
    </Link>
  )
}

export const monthsQuery = {
  queryKey: ['finance.books', 'booksMonthList'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(booksMonthList, {}, { signal }),
  staleTime: 30_000,
}

export const useMonths = () => useQuery(monthsQuery)

/** A filter's options for months, newest first. */
export function useMonthOptions() {
  const { data } = useMonths()
  return (data?.months ?? []).map(({ month }) => ({ value: month, label: month }))
}

export type MonthState = 'open' | 'asked' | 'closing' | 'closed'
const tones: Record<MonthState, Tone> = { open: 'info', asked: 'waiting', closing: 'waiting', closed: 'good' }

export function MonthState({ of }: { of: MonthState }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[of]}>{label(`finance:books.states.${of}`)}</StatusBadge>
}
