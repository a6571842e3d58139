// The books, computed from ledger sums. Input amounts are credit-positive bigints in the currency's unit. Pure.

import type { booksFigures, booksTrial } from '@greenroom/contract/books'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { type Book, type BookSum, chart, type Purpose } from '../../../ledger/index.ts'

type TrialRow = RecordOf<typeof booksTrial>
type Totals = Answer<typeof booksTrial>['totals']
type Figures = Answer<typeof booksFigures>
type Line = Figures['income'][number]

const currencyOrder = ['USD', 'USDT', 'TOKEN', 'BONUS'] as const
const nameOf = ({ holder, purpose, currency }: Book) => `${holder}/${purpose}/${currency}`

/** Lines of the chart by currency, in the order of the chart. */
const lines = currencyOrder.flatMap((currency) => chart.filter((book) => book.currency === currency))

/** Movements of one line in a span. */
type Moved = { debit: bigint; credit: bigint }
const none: Moved = { debit: 0n, credit: 0n }

/** Looks up a line's movements in a span of `bookSums`. */
function movements(sums: readonly BookSum[]): (book: Book, span: number) => Moved {
  const found = new Map(sums.map((sum) => [`${sum.span} ${nameOf(sum)}`, sum]))
  return (book, span) => found.get(`${span} ${nameOf(book)}`) ?? none
}

/**
 * The trial balance of a span: span 0 of the sums is everything before, span 1 the span itself. Lines without any movement are left out.
 */
export function trialRows(sums: readonly BookSum[]): TrialRow[] {
  const moved = movements(sums)
  return lines.flatMap(({ normal, ...book }) => {
    const before = moved(book, 0)
    const { debit, credit } = moved(book, 1)
    if (before.debit + before.credit + debit + credit === 0n) return []
    const sign = normal === 'credit' ? 1n : -1n
    const opening = sign * (before.credit - before.debit)
    return {
      bookId: nameOf(book),
      ...book,
      normal,
      opening: Number(opening),
      debit: Number(debit),
      credit: Number(credit),
      closing: Number(opening + sign * (credit - debit)),
    }
  })
}

/** Debits equal credits, and so do the balances on both sides. */
export const trialTotals = (rows: readonly TrialRow[]): Totals =>
  currencyOrder.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    if (own.length === 0) return []
    const sum = (of: (row: TrialRow) => number) => own.reduce((all, row) => all + of(row), 0)
    const onSide = (side: 'debit' | 'credit') =>
      sum(({ normal, closing }) => Math.max(0, normal === side ? closing : -closing))
    return {
      currency,
      debit: sum(({ debit }) => debit),
      credit: sum(({ credit }) => credit),
      debitBalances: onSide('debit'),
      creditBalances: onSide('credit'),
    }
  })

const usd = (purpose: Purpose): Book => ({ holder: 'platform', purpose, currency: 'USD' })
const income = (['revenue', 'feeIncome', 'penaltyIncome', 'rounding'] as const).map(usd)
const costs = (['anchorCost', 'commissionCost', 'promoCost', 'feeCost', 'chargebackLoss'] as const).map(usd)
const owed: Book[] = [
  usd('deferredTokens'),
  usd('bonusLiability'),
  { holder: 'guild', purpose: 'payable', currency: 'USD' },
  { holder: 'agent', purpose: 'payable', currency: 'USD' },
  { holder: 'promoter', purpose: 'payable', currency: 'USD' },
  { holder: 'platform', purpose: 'suspense', currency: 'USDT' },
]
const due: Book[] = [
  { holder: 'user', purpose: 'debt', currency: 'TOKEN' },
  { holder: 'guild', purpose: 'debt', currency: 'USD' },
  { holder: 'agent', purpose: 'debt', currency: 'USD' },
]

/**
 * Profit and loss, and liabilities, of several months: span 0 of the sums is everything before the first, span n the nth.
 *
 * Income and costs are a month's movements; liabilities are balances at its end.
 */
export function figuresOf(sums: readonly BookSum[], months: number): Omit<Figures, 'months'> {
  const moved = movements(sums)
  const spans = Array.from({ length: months }, (_, index) => index + 1)
  const net = (book: Book, span: number) => moved(book, span).credit - moved(book, span).debit
  const movedLine =
    (sign: bigint) =>
    (book: Book): Line => ({
      ...book,
      amounts: spans.map((span) => Number(sign * net(book, span))),
    })
  const balanceLine =
    (sign: bigint) =>
    (book: Book): Line => {
      let balance = net(book, 0)
      return { ...book, amounts: spans.map((span) => Number(sign * (balance += net(book, span)))) }
    }
  const made = { income: income.map(movedLine(1n)), costs: costs.map(movedLine(-1n)) }
  const sumAt = (of: readonly Line[], index: number) => of.reduce((all, { amounts }) => all + amounts[index]!, 0)
  return {
    ...made,
    profit: spans.map((_, index) => sumAt(made.income, index) - sumAt(made.costs, index)),
    owed: owed.map(balanceLine(1n)),
    due: due.map(balanceLine(-1n)),
  }
}
