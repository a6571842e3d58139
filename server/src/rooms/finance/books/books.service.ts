// The books: figures of the ledger by month, and closing a month by two members of staff.

import type * as calls from '@greenroom/contract/books'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { monthClosed } from '@greenroom/contract/sentences/books'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseField } from '../../../kit/calls/refusal.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { filtersOf, mapPage } from '../../../kit/database/paging.ts'
import { momentOf } from '../../../kit/time.ts'
import { bookSums, type ClosedMonth, closedMonths, entryPage, firstBooked } from '../../../ledger/index.ts'
import { closeFault, type Month, monthsUntil } from './books.months.ts'
import * as queries from './books.queries.ts'
import { figuresOf, trialRows, trialTotals } from './books.rules.ts'

export const closeKind = 'books.close'

/** Counts reconciliation findings; injected by `app/`. */
export type BooksChecks = (context: Context) => Promise<number>

/** The books are for the platform only. */
function mustBePlatform({ scope }: Context): void {
  if (scope.kind !== 'platform') throw refuseBecause(10032, 'month', 'record.none')
}

/** All months up to now, oldest first, and the rows of closed ones. */
export async function monthsNow({
  database,
  now,
  timeZone,
}: Pick<Context, 'now' | 'timeZone'> & { database: Reader }): Promise<{ months: Month[]; closed: ClosedMonth[] }> {
  const [closed, first] = await Promise.all([closedMonths(database), firstBooked(database)])
  return { months: monthsUntil(now, timeZone, closed, first), closed }
}

/** A month by name; the current one by default. @throws Refusal 10032 */
export function monthNamed(months: readonly Month[], name: string | undefined): Month {
  const found = name === undefined ? months.at(-1) : months.find(({ month }) => month === name)
  if (!found) throw refuseBecause(10032, 'month', 'record.none')
  return found
}

const shownMonth = ({ month, startsAt, endsAt, state }: Month) => ({
  month,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  state,
})
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** The trial balance of a month, or of its part until a moment. */
export async function trial(context: Context, payload: Parsed<typeof calls.booksTrial>) {
  mustBePlatform(context)
  const { months } = await monthsNow(context)
  const at = payload.atStr === undefined ? undefined : momentOf(payload.atStr, context.timeZone, 'atStr')
  // A moment at a month's end belongs to that month.
  const around = at && months.find(({ startsAt, endsAt }) => startsAt < at && at <= endsAt)
  const month = around ?? monthNamed(months, at ? '' : payload.month)
  const sums = await bookSums(context.database, [month.startsAt, at ?? month.endsAt])
  const all = trialRows(sums)
  const rows = payload.currency ? all.filter(({ currency }) => currency === payload.currency) : all
  const page = await queries.trialPage(context, rows, payload, filtersOf(payload))
  return {
    ...mapPage(page, ({ place }) => rows[place]!),
    span: { ...shownMonth(month), until: (at ?? earlier(month.endsAt, context.now)).toISOString() },
    totals: trialTotals(rows),
  }
}

const usualMonths = 6

/** Profit and loss, and liabilities, of several months. */
export async function figures(
  context: Context,
  payload: Parsed<typeof calls.booksFigures>,
): Promise<Answer<typeof calls.booksFigures>> {
  mustBePlatform(context)
  const { months } = await monthsNow(context)
  const last = months.indexOf(monthNamed(months, payload.month))
  const chosen = months.slice(Math.max(0, last + 1 - (payload.months ?? usualMonths)), last + 1)
  const bounds = [chosen[0]!.startsAt, ...chosen.map(({ endsAt }) => endsAt)]
  return {
    months: chosen.map((month) => ({
      ...shownMonth(month),
      until: earlier(month.endsAt, context.now).toISOString(),
    })),
    ...figuresOf(await bookSums(context.database, bounds), chosen.length),
  }
}

/** Entries of a month, by when they are booked. */
export async function journal(context: Context, payload: Parsed<typeof calls.booksJournal>) {
  mustBePlatform(context)
  const { holder, purpose, currency, kind } = payload
  const { startsAt, endsAt } = monthNamed((await monthsNow(context)).months, payload.month)
  const where = { holder, purpose, currency, kind, booked: { from: startsAt, to: endsAt } }
  const page = await entryPage(context, where, payload, filtersOf(payload))
  return mapPage(page, (entry) => ({
    entryId: `${entry.transfer_id}/${entry.line}`,
    transferId: entry.transfer_id,
    bookedAt: entry.booked_at.toISOString(),
    occurredAt: entry.occurred_at.toISOString(),
    kind: entry.kind,
    reference: entry.reference,
    owner: entry.owner,
    purpose: entry.purpose,
    currency: entry.currency,
    debit: entry.amount < 0n ? -Number(entry.amount) : 0,
    credit: entry.amount > 0n ? Number(entry.amount) : 0,
    actor: entry.actor,
  }))
}

/** All months, newest first, with who closed them and which can be closed. */
export async function monthList(approvals: Approvals, context: Context): Promise<Answer<typeof calls.booksMonthList>> {
  mustBePlatform(context)
  const [{ months, closed }, waiting] = await Promise.all([
    monthsNow(context),
    approvals.waitingOn(context.database, closeKind, context.now),
  ])
  const rows = new Map(closed.map((row) => [row.month, row]))
  const writes = levelOn(staffOf(context), 'finance.books') === 3
  const requested = new Set(waiting.keys())
  return {
    months: months.toReversed().map((month) => {
      const row = rows.get(month.month)
      const fault = closeFault(month, months, requested, context.now)
      return {
        ...shownMonth(month),
        state: requested.has(month.month) && month.state === 'open' ? 'asked' : month.state,
        askedBy: row?.asked_by ?? null,
        approvedBy: row?.approved_by ?? null,
        approvedAt: row?.approved_at.toISOString() ?? null,
        closedAt: row?.closed_at?.toISOString() ?? null,
        approvalId: waiting.get(month.month) ?? null,
        can: { close: writes ? (fault?.reason.slice('month.'.length) ?? true) : 'readOnly' },
      }
    }),
  }
}

/** Open items of a month; only warnings. */
export async function checklist(
  checks: BooksChecks,
  context: Context,
  payload: Parsed<typeof calls.booksChecklist>,
): Promise<Answer<typeof calls.booksChecklist>> {
  mustBePlatform(context)
  const { startsAt, endsAt } = monthNamed((await monthsNow(context)).months, payload.month)
  const { database } = context
  const [differing, weeks, deposits, differences] = await Promise.all([
    checks(context),
    queries.openWeeks(database, startsAt, endsAt),
    queries.openDeposits(database, startsAt, endsAt),
    queries.openDifferences(database, startsAt, endsAt),
  ])
  return {
    items: [
      { key: 'checks', open: differing, href: '/flow/reconcile?result=differs' },
      { key: 'weeks', open: weeks, href: '/sociatyManage/settleAccounts' },
      { key: 'deposits', open: deposits, href: '/finance/usdtIn?depositState=unmatched' },
      { key: 'differences', open: differences, href: '/finance/statement?tab=differences&differenceState=open' },
    ],
  }
}

/** Requests closing a month. @throws Refusal 20000 unless it is the earliest open one and has ended. */
export async function close(
  approvals: Approvals,
  context: Context,
  { month, reason }: Parsed<typeof calls.booksClose>,
): Promise<Answer<typeof calls.booksClose>> {
  mustBePlatform(context)
  return context.tx(async (tx) => {
    const { months } = await monthsNow({ ...context, database: tx })
    const found = monthNamed(months, month)
    const waiting = await approvals.waitingOn(tx, closeKind, context.now)
    const fault = closeFault(found, months, new Set(waiting.keys()), context.now)
    if (fault) throw refuseField(20000, 'month', fault)
    const span = { month, startsAt: found.startsAt.toISOString(), endsAt: found.endsAt.toISOString() }
    const approvalId = await approvals.ask(tx, context, {
      kind: closeKind,
      subject: month,
      payload: { month },
      before: { month, state: 'open' },
      after: { ...span, state: 'closed' },
      reason,
      title: monthClosed('request', month),
    })
    return { approvalId }
  })
}
