// Amounts of payout files: dollars for banks, USDT at the batch's rate on chains, and a file that differs does not leave.
import { payoutAccount } from '@greenroom/contract/payouts.schema'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { type FileLine, microsIn, proveFile, readResult, usualLayout, writeFile } from './payouts.files.ts'

const line = (usdCents: bigint, usdtCents: number): FileLine => ({
  payoutId: '019a0000-0000-7000-8000-000000000001',
  batchId: 1,
  payeeName: 'Sun Guild',
  usdCents,
  usdtCents,
  account: { kind: 'usdt.trc20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  note: '',
})

test.each([
  [12_345n, 100, '123.45'],
  [12_345n, 98, '125.969387'],
  [10_000n, 125, '80.00'],
  [1n, 99, '0.010101'],
])('%d cents at %d cents a USDT are %s USDT', async (usdCents, usdtCents, amount) => {
  const lines = [line(usdCents, usdtCents)]
  const layout = usualLayout('usdt.trc20')
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await writeFile(format, layout, lines)
    await proveFile(format, layout, lines, file)
    if (format === 'csv') expect(file.toString()).toContain(`,${amount},USDT`)
    await expect(proveFile(format, layout, [line(usdCents + 1n, usdtCents)], file)).rejects.toThrow(
      'differs from its batch',
    )
  }
})

const wallet = (account: string): FileLine => ({
  ...line(12_345n, 100),
  payeeName: '=HYPERLINK("x")',
  account: { kind: 'e-wallet', provider: 'Maya', holder: "Ana O'Neil", account },
})

test('a file carries what was entered, also a number that a spreadsheet would read as a formula', async () => {
  const lines = [wallet('+639171234567'), wallet("'0917")]
  const layout = {
    delimiter: ',',
    columns: [...usualLayout('e-wallet').columns, { header: 'name', field: 'payeeName' as const }],
  }
  const csv = (await writeFile('csv', layout, lines)).toString()
  expect(csv).toContain(',+639171234567,123.45,USD,,')
  expect(csv).toContain(",'0917,")
  // A name that an outsider chose is only a label.
  expect(csv).toContain("'=HYPERLINK")
  const { sheets } = await readXlsx(await writeFile('xlsx', layout, lines))
  expect(sheets[0]!.rows[1]![3]).toBe('+639171234567')
  // Another account, or one that was changed on its way, is found.
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await writeFile(format, layout, lines)
    await proveFile(format, layout, lines, file)
    for (const other of ["'+639171234567", '639171234567'])
      await expect(proveFile(format, layout, [wallet(other), lines[1]!], file)).rejects.toThrow('differs')
  }
})

test.each(['=1+1', '@SUM(A1)', '-5', '＝1', 'x;=1', 'x|@y'])('an account with the number %s is refused', (account) => {
  const entered = { kind: 'e-wallet', provider: 'Maya', holder: 'Ana', account: `${account}0000` }
  expect(payoutAccount.safeParse(entered).success).toBe(false)
  const named = { ...entered, account: '+639171234567' }
  expect(payoutAccount.safeParse(named).success).toBe(true)
  expect(payoutAccount.safeParse({ ...named, holder: account }).success).toBe(false)
})

test.each([
  ['123.45', 123_450_000n],
  ['1,234.56', 1_234_560_000n],
  ['1.234,56', 1_234_560_000n],
  ['1234,5', 1_234_500_000n],
  ['12.345678', 12_345_678n],
  ['５.００', 5_000_000n],
  ['', null],
  ['1,234', 'unreadable'],
  ['-5.00', 'unreadable'],
  ['n/a', 'unreadable'],
  ['12.3456789', 'unreadable'],
] as const)('the amount %s of a result file is %s', (text, micros) => {
  expect(microsIn(text)).toBe(micros)
})

test('an amount that cannot be read is not taken for an absent one', async () => {
  const read = await readResult('payoutId,outcome,amount\na,paid,12.5x\nb,paid,\nc,paid,"1.000,00"\n')
  expect(read!.map(({ micros }) => micros)).toEqual(['unreadable', null, 1_000_000_000n])
})
