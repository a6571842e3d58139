// Amounts of payout files: dollars for banks, USDT at the batch's rate on chains, and a file that differs does not leave.
import { expect, test } from 'vitest'
import { type FileLine, proveFile, usualLayout, writeFile } from './files.ts'

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
