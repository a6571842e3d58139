// Writes a batch as a file for a bank, wallet provider or the owner's wallet, and reads it back before it leaves.

import type { payoutFields } from '@greenroom/contract/statesAndKinds'
import { decimalSignIn, readAmount } from '@greenroom/contract/typedAmounts'
import { escapeFormula } from '../../../files/index.ts'
import type { Account } from '../accounts/payeeAccounts.rules.ts'
import { usdtMicrosOf } from './payouts.legs.ts'

export type Field = (typeof payoutFields)[number]
export type Layout = { delimiter: string; columns: readonly { header: string; field: Field }[] }
export type FileLine = {
  payoutId: string
  batchId: number
  payeeName: string
  usdCents: bigint
  /** The value of 1 USDT in cents, for accounts on a chain. */
  usdtCents: number
  account: Account
  note: string
}

/** Loaded on first use, since it takes some 18 MB. */
const hucre = () => import('hucre')

const microsPerCent = 10_000n

/** Two decimals; USDT up to six. */
const decimalOf = (micros: bigint): string => {
  const decimals = String(micros % 1_000_000n).padStart(6, '0')
  return `${micros / 1_000_000n}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/, '')}`
}

/** The amount in millionths: USDT on a chain, else dollars. */
export const microsOf = (line: Pick<FileLine, 'usdCents' | 'usdtCents'>, onChain: boolean): bigint => {
  const usd = line.usdCents * microsPerCent
  return onChain ? usdtMicrosOf(usd, line.usdtCents) : usd
}

/** The payee's account number. */
const numberField = {
  bank: 'accountNumber',
  'e-wallet': 'accountNumber',
  'usdt.trc20': 'address',
  'usdt.erc20': 'address',
} as const
export const numberFieldOf = (kind: Account['kind']): Field => numberField[kind]

/** The default columns of a file. */
export function usualLayout(kind: Account['kind']): Layout {
  const fields: Record<Account['kind'], Field[]> = {
    bank: ['payoutId', 'holder', 'bankName', 'accountNumber', 'swift', 'usd', 'currency', 'note'],
    'e-wallet': ['payoutId', 'provider', 'holder', 'accountNumber', 'usd', 'currency', 'note'],
    'usdt.trc20': ['payoutId', 'address', 'usd', 'currency', 'note'],
    'usdt.erc20': ['payoutId', 'address', 'usd', 'currency', 'note'],
  }
  return { delimiter: ',', columns: fields[kind].map((field) => ({ header: field, field })) }
}

/** What a layout lacks: a file must contain the payout, the account number and the amount. */
export const layoutLacks = (columns: Layout['columns'], kind: Account['kind']): Field | null =>
  (['payoutId', numberField[kind], 'usd'] as const).find((field) => !columns.some((one) => one.field === field)) ?? null

function valueOf(line: FileLine, field: Field): string {
  const { account } = line
  switch (field) {
    case 'payoutId':
      return line.payoutId
    case 'batch':
      return String(line.batchId)
    case 'payeeName':
      return line.payeeName
    case 'holder':
      return 'holder' in account ? account.holder : ''
    case 'bankName':
      return account.kind === 'bank' ? account.bankName : ''
    case 'accountNumber':
      return account.kind === 'bank' ? account.accountNumber : account.kind === 'e-wallet' ? account.account : ''
    case 'swift':
      return account.kind === 'bank' ? (account.swift ?? '') : ''
    case 'provider':
      return account.kind === 'e-wallet' ? account.provider : ''
    case 'address':
      return 'address' in account ? account.address : ''
    case 'usd':
      return decimalOf(microsOf(line, 'address' in account))
    case 'currency':
      return 'address' in account ? 'USDT' : 'USD'
    case 'note':
      return line.note
  }
}

/**
 * What the file contains: exactly what was entered, since a machine reads it. Only the payee's name, a label that outsiders choose, is made
 * safe for spreadsheets; accounts and notes that begin like a formula are refused when they are entered.
 */
const cellOf = (line: FileLine, field: Field): string =>
  field === 'payeeName' ? escapeFormula(line.payeeName) : valueOf(line, field)

const rowsOf = ({ columns }: Layout, lines: readonly FileLine[]): string[][] => [
  columns.map(({ header }) => header),
  ...lines.map((line) => columns.map(({ field }) => cellOf(line, field))),
]

export type Format = 'csv' | 'xlsx'

export async function writeFile(format: Format, layout: Layout, lines: readonly FileLine[]): Promise<Buffer> {
  const rows = rowsOf(layout, lines)
  const { writeCsv, writeXlsx } = await hucre()
  if (format === 'csv') return Buffer.from(`\uFEFF${writeCsv(rows, { delimiter: layout.delimiter })}`)
  const file = await writeXlsx({ sheets: [{ name: 'Payouts', rows }] })
  return Buffer.from(file)
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

async function readRows(format: Format, delimiter: string, file: Buffer): Promise<string[][]> {
  const { parseCsv, readXlsx } = await hucre()
  if (format === 'csv') return parseCsv(file.toString(), { delimiter }).map((row) => row.map(textOf))
  const { sheets } = await readXlsx(file)
  return (sheets[0]?.rows ?? []).map((row) => row.map(textOf))
}

/** An amount of a result file in millionths: absent, or not readable as one. */
export function microsIn(text: string): bigint | 'unreadable' | null {
  if (text === '') return null
  const sign = decimalSignIn(text)
  const amount = sign === null ? null : readAmount(text, sign)
  if (!amount || amount.negative || amount.fraction.length > 6) return 'unreadable'
  return BigInt(amount.integer) * 1_000_000n + BigInt(amount.fraction.padEnd(6, '0'))
}

/**
 * Reads back a file written for `lines` and compares it with what is stored, cell by cell.
 *
 * @throws Error on any difference: the file must not leave.
 */
export async function proveFile(
  format: Format,
  layout: Layout,
  lines: readonly FileLine[],
  file: Buffer,
): Promise<void> {
  const read = await readRows(format, layout.delimiter, file)
  const meant = rowsOf(layout, lines)
  // A sheet leaves out empty cells at the end of a row.
  const isSame = (row: readonly string[], index: number) =>
    row.length >= read[index]!.length && row.every((cell, place) => cell === (read[index]![place] ?? ''))
  if (read.length !== meant.length || !meant.every(isSame)) throw new Error('the payout file differs from its batch')
}

export type Read = {
  line: number
  payoutId: string
  outcome: 'paid' | 'failed' | null
  reference: string
  reason: string
  /** The paid amount in the file, in millionths of its currency; null if the file has none. */
  micros: bigint | 'unreadable' | null
}

const words: Record<'paid' | 'failed', readonly string[]> = {
  paid: ['paid', 'success', 'successful', 'ok', 'done', '成功', '已付款'],
  failed: ['failed', 'failure', 'rejected', 'returned', 'error', '失败', '退回'],
}
const headers: Record<'payoutId' | 'outcome' | 'reference' | 'reason' | 'usd', readonly string[]> = {
  payoutId: ['payoutid', 'payout id', 'payout', '付款编号'],
  outcome: ['outcome', 'state', 'status', 'result', '结果', '状态'],
  reference: ['reference', 'ref', 'hash', 'transaction', '流水号', '参考号'],
  reason: ['reason', 'message', 'error', '原因'],
  usd: ['usd', 'amount', '金额'],
}

/** The lines of a result file: columns are found by their headers; null if the payout or outcome column is missing. */
export async function readResult(csv: string): Promise<Read[] | null> {
  const { parseCsv } = await hucre()
  const rows = parseCsv(csv, { skipEmptyRows: true }).map((row) =>
    row.map((cell) => textOf(cell).normalize('NFKC').trim()),
  )
  const [head = [], ...lines] = rows
  const at = (of: keyof typeof headers) => head.findIndex((name) => headers[of].includes(name.toLowerCase()))
  const [id, outcome, reference, reason, usd] = [
    at('payoutId'),
    at('outcome'),
    at('reference'),
    at('reason'),
    at('usd'),
  ]
  if (id < 0 || outcome < 0) return null
  return lines.map((row, index) => {
    const word = (row[outcome] ?? '').toLowerCase()
    return {
      line: index + 2,
      payoutId: row[id] ?? '',
      outcome: words.paid.includes(word) ? 'paid' : words.failed.includes(word) ? 'failed' : null,
      reference: (row[reference] ?? '').slice(0, 100),
      reason: (row[reason] ?? '').slice(0, 500),
      micros: usd < 0 ? null : microsIn(row[usd] ?? ''),
    }
  })
}
