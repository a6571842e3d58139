// Payloads and results of the books. Amounts are integers in their currency's unit: tokens, bonus, USD micros, USDT micros.
import { z } from 'zod'
import { can, count, instant, integer, line, listPayload, optional, pageOf, reason, timeText } from './fields.ts'
import { bookHolders, closingChecks, currencies, monthStates } from './statesAndKinds.ts'

/** `YYYY-MM`, a month of the platform's zone. */
const month = () => z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/)

/** A line of the chart of accounts: the platform's own account, or all accounts of one kind of owner. */
const book = {
  holder: z.enum(bookHolders),
  /** `deferredTokens`, `paid`, `payable`, … */
  purpose: z.string(),
  currency: z.enum(currencies),
}
const bookFilters = {
  holder: optional(z.enum(bookHolders)),
  purpose: optional(line(40)),
  currency: optional(z.enum(currencies)),
}

const monthShown = {
  month: month(),
  startsAt: instant(),
  /** Half-open. */
  endsAt: instant(),
  state: z.enum(monthStates),
}

export const booksTrial = {
  payload: listPayload({
    /** The present month when omitted. */
    month: optional(month()),
    /** Until this time instead of the month's end; the month is then the time's. */
    atStr: optional(timeText()),
    currency: optional(z.enum(currencies)),
  }),
  answer: pageOf(
    z.object({
      bookId: z.string(),
      ...book,
      /** The side that increases it. */
      normal: z.enum(['debit', 'credit']),
      /** Positive on the normal side. */
      opening: count(),
      debit: count(),
      credit: count(),
      closing: count(),
    }),
  ).extend({
    span: z.object({ ...monthShown, until: instant() }),
    /** Over all accounts: debits and credits of the span, and balances by side at its end. */
    totals: z.array(
      z.object({
        currency: z.enum(currencies),
        debit: count(),
        credit: count(),
        debitBalances: count(),
        creditBalances: count(),
      }),
    ),
  }),
}

const figureLine = z.object({ ...book, amounts: z.array(count()) })

export const booksFigures = {
  payload: z.object({
    /** The last month; the present one when omitted. */
    month: optional(month()),
    months: optional(integer(1, 24)),
  }),
  answer: z.object({
    /** Oldest first; the amounts of all lines have the same order. */
    months: z.array(z.object({ ...monthShown, until: instant() })),
    /** What each month earned, in USD micros. */
    income: z.array(figureLine),
    /** What each month cost; positive. */
    costs: z.array(figureLine),
    profit: z.array(count()),
    /** Payables at the end of each month. */
    owed: z.array(figureLine),
    /** Receivables at the end of each month. */
    due: z.array(figureLine),
  }),
}

export const booksJournal = {
  payload: listPayload({ month: optional(month()), ...bookFilters, kind: optional(line(40)) }),
  answer: pageOf(
    z.object({
      entryId: z.string(),
      transferId: z.string(),
      bookedAt: instant(),
      occurredAt: instant(),
      kind: z.string(),
      reference: z.string(),
      /** `user:42`, `agent:3`, `platform`. */
      owner: z.string(),
      purpose: z.string(),
      currency: z.enum(currencies),
      /** One of them is 0. */
      debit: count(),
      credit: count(),
      actor: z.string(),
    }),
  ),
}

export const booksMonthList = {
  payload: z.object({}),
  answer: z.object({
    months: z.array(
      z.object({
        ...monthShown,
        askedBy: z.string().nullable(),
        approvedBy: z.string().nullable(),
        approvedAt: instant().nullable(),
        closedAt: instant().nullable(),
        /** The request waiting for a second member of staff. */
        approvalId: z.string().nullable(),
        can: can('close'),
      }),
    ),
  }),
}

export const booksChecklist = {
  payload: z.object({ month: month() }),
  answer: z.object({
    items: z.array(
      z.object({
        key: z.enum(closingChecks),
        open: count(),
        /** The screen that shows them. */
        href: z.string(),
      }),
    ),
  }),
}

export const booksClose = {
  payload: z.object({ month: month(), reason: reason() }),
  answer: z.object({ approvalId: z.uuid() }),
}
