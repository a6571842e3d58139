// The books: trial balance, profit and loss, receivables and payables, and months.
import type * as schema from './books.schema.ts'
import { declare } from './call.ts'

/** The trial balance of a month, or of its part until a given time: one row for each line of the chart of accounts. */
export const booksTrial = declare<typeof schema.booksTrial>('booksTrial', {
  method: 'GET',
  path: '/finance/books/trial',
  level: 'read',
  menu: 'finance.books',
  exportable: true,
  codes: [10032],
})

/** Profit and loss, receivables and payables, month by month. */
export const booksFigures = declare<typeof schema.booksFigures>('booksFigures', {
  method: 'GET',
  path: '/finance/books/figures',
  level: 'read',
  menu: 'finance.books',
  codes: [10032],
})

/** The journal of a month: its entries by booking time, of all accounts or of one line of the chart. */
export const booksJournal = declare<typeof schema.booksJournal>('booksJournal', {
  method: 'GET',
  path: '/finance/books/journal',
  level: 'read',
  menu: 'finance.books',
  exportable: true,
  codes: [10032],
})

/** All months, newest first. */
export const booksMonthList = declare<typeof schema.booksMonthList>('booksMonthList', {
  method: 'GET',
  path: '/finance/books/months',
  level: 'read',
  menu: 'finance.books',
})

/** What should be settled before a month is closed. */
export const booksChecklist = declare<typeof schema.booksChecklist>('booksChecklist', {
  method: 'GET',
  path: '/finance/books/checklist',
  level: 'read',
  menu: 'finance.books',
  codes: [10032],
})

/** Requests closing the earliest open month; a second member of staff approves. Months are never reopened. */
export const booksClose = declare<typeof schema.booksClose>('booksClose', {
  method: 'POST',
  path: '/finance/books/close',
  level: 'write',
  menu: 'finance.books',
  operation: 'books.close',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
