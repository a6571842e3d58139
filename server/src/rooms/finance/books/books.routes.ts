import * as calls from '@greenroom/contract/books'
import type { RecordOf } from '@greenroom/contract/call'
import type { Approvals } from '../../../access/index.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { purposeWord } from '../../../ledger/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as service from './books.service.ts'

const trialColumns: ExportColumn<RecordOf<typeof calls.booksTrial>>[] = [
  {
    heading: 'finance:columns.holder',
    value: (row, { language }) => optionText('finance:options.holder', row.holder, language),
  },
  { heading: 'finance:columns.book', value: (row, { language }) => purposeWord(row.purpose, language) },
  {
    heading: 'exports:columns.unit',
    value: (row, { language }) => optionText('exports:options.unit', row.currency, language),
  },
  {
    heading: 'exports:columns.normalSide',
    value: (row, { language }) => optionText('exports:options.side', row.normal, language),
  },
  { heading: 'finance:columns.opening', value: (row) => row.opening },
  { heading: 'exports:columns.debits', value: (row) => row.debit },
  { heading: 'exports:columns.credits', value: (row) => row.credit },
  { heading: 'finance:columns.closing', value: (row) => row.closing },
  { heading: 'exports:columns.accountId', value: (row) => row.bookId },
]

const journalColumns: ExportColumn<RecordOf<typeof calls.booksJournal>>[] = [
  { heading: 'finance:columns.bookedAt', value: (row) => new Date(row.bookedAt) },
  { heading: 'exports:columns.occurred', value: (row) => new Date(row.occurredAt) },
  { heading: 'finance:columns.transferId', value: (row) => row.transferId },
  { heading: 'finance:columns.kind', value: (row) => row.kind },
  { heading: 'finance:columns.reference', value: (row) => row.reference },
  { heading: 'finance:columns.owner', value: (row) => row.owner },
  { heading: 'finance:columns.book', value: (row, { language }) => purposeWord(row.purpose, language) },
  {
    heading: 'exports:columns.unit',
    value: (row, { language }) => optionText('exports:options.unit', row.currency, language),
  },
  { heading: 'finance:columns.debit', value: (row) => row.debit },
  { heading: 'finance:columns.credit', value: (row) => row.credit },
  { heading: 'finance:columns.actor', value: (row) => row.actor },
]

export const booksRoutes = (shared: { approvals: Approvals; checks: service.BooksChecks }): Served[] => [
  serveList(calls.booksTrial, service.trial, trialColumns),
  serve(calls.booksFigures, service.figures),
  serveList(calls.booksJournal, service.journal, journalColumns),
  serve(calls.booksMonthList, (context) => service.monthList(shared.approvals, context)),
  serve(calls.booksChecklist, (context, payload) => service.checklist(shared.checks, context, payload)),
  serve(calls.booksClose, (context, payload) => service.close(shared.approvals, context, payload)),
]
