import { unitNames } from '@greenroom/contract/amounts'
import * as calls from '@greenroom/contract/books'
import type { RecordOf } from '@greenroom/contract/call'
import type { Approvals } from '../../../access/index.ts'
import { type ExportColumn, type Served, serve, serveList } from '../../../kit/serve.ts'
import { purposeWord } from '../../../ledger/index.ts'
import * as service from './service.ts'
import { holderWord } from './words.ts'

const trialColumns: ExportColumn<RecordOf<typeof calls.booksTrial>>[] = [
  { names: { en: 'Held by', cn: '持有方' }, value: (row, { language }) => holderWord(row.holder, language) },
  { names: { en: 'Account', cn: '科目' }, value: (row, { language }) => purposeWord(row.purpose, language) },
  { names: { en: 'Unit', cn: '单位' }, value: (row, { language }) => unitNames[row.currency][language] },
  { names: { en: 'Normal side', cn: '余额方向' }, value: (row, { language }) => sides[row.normal][language] },
  { names: { en: 'Opening balance', cn: '期初余额' }, value: (row) => row.opening },
  { names: { en: 'Debits', cn: '借方发生额' }, value: (row) => row.debit },
  { names: { en: 'Credits', cn: '贷方发生额' }, value: (row) => row.credit },
  { names: { en: 'Closing balance', cn: '期末余额' }, value: (row) => row.closing },
  { names: { en: 'Account ID', cn: '科目编号' }, value: (row) => row.bookId },
]

const sides = { debit: { en: 'Debit', cn: '借' }, credit: { en: 'Credit', cn: '贷' } } as const

const journalColumns: ExportColumn<RecordOf<typeof calls.booksJournal>>[] = [
  { names: { en: 'Booked', cn: '入账时间' }, value: (row) => new Date(row.bookedAt) },
  { names: { en: 'Occurred', cn: '发生时间' }, value: (row) => new Date(row.occurredAt) },
  { names: { en: 'Transfer', cn: '流水编号' }, value: (row) => row.transferId },
  { names: { en: 'Kind', cn: '类型' }, value: (row) => row.kind },
  { names: { en: 'Reference', cn: '关联单据' }, value: (row) => row.reference },
  { names: { en: 'Owner', cn: '所有者' }, value: (row) => row.owner },
  { names: { en: 'Account', cn: '科目' }, value: (row, { language }) => purposeWord(row.purpose, language) },
  { names: { en: 'Unit', cn: '单位' }, value: (row, { language }) => unitNames[row.currency][language] },
  { names: { en: 'Debit', cn: '借方' }, value: (row) => row.debit },
  { names: { en: 'Credit', cn: '贷方' }, value: (row) => row.credit },
  { names: { en: 'By', cn: '操作人' }, value: (row) => row.actor },
]

export const booksRoutes = (shared: { approvals: Approvals; checks: service.BooksChecks }): Served[] => [
  serveList(calls.booksTrial, service.trial, trialColumns),
  serve(calls.booksFigures, service.figures),
  serveList(calls.booksJournal, service.journal, journalColumns),
  serve(calls.booksMonthList, (context) => service.monthList(shared.approvals, context)),
  serve(calls.booksChecklist, (context, payload) => service.checklist(shared.checks, context, payload)),
  serve(calls.booksClose, (context, payload) => service.close(shared.approvals, context, payload)),
]
