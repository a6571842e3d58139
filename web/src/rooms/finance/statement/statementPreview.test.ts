// What is read from a statement's file before it is sent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, dayOf, minorOf, previewOf } from './statementPreview.ts'

const settings = {
  delimiter: ',' as const,
  decimal: '.' as const,
  dates: 'dmy' as const,
  currency: 'USD',
  columns: { reference: 'Ref', amount: 'Amount', date: 'Booked' },
  refundWords: [],
}

test('the first lines and the period are read from the file, whatever the order of its lines', () => {
  const head = '\uFEFFRef,Booked,Amount\r\n"A, 1",03.11.2026,10.00\r\nB,01.11.2026 08:00,5.00\r\n'
  const tail = '1.2026,1.00\r\nZ,29.11.2026,7.00\r\n'
  expect(previewOf(head, tail, settings)).toEqual({
    header: ['Ref', 'Booked', 'Amount'],
    lines: [
      ['A, 1', '03.11.2026', '10.00'],
      ['B', '01.11.2026 08:00', '5.00'],
    ],
    period: { fromDay: '2026-11-01', toDay: '2026-11-29' },
  })
  expect(previewOf(head, '', { ...settings, columns: { reference: 'Ref', amount: 'Amount' } }).period).toBeUndefined()
})

test('any cells survive quoting', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme-ascii' }).map((text) => text.trim()),
        { minLength: 1 },
      ),
      (cells) => {
        const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
        expect(cellsOf(line, ';')).toEqual(cells)
      },
    ),
  )
})

test('days that do not exist are no days', () => {
  expect(dayOf('31/02/2026', 'dmy')).toBeUndefined()
  expect(dayOf('02/28/2026', 'mdy')).toBe('2026-02-28')
  expect(dayOf('2026-2-3 10:00', 'iso')).toBe('2026-02-03')
})

test('balances are typed in the units of the currency', () => {
  expect(minorOf('1,234.50', 'USD')).toBe(123_450)
  expect(minorOf('-3', 'USD')).toBe(-300)
  expect(minorOf('500', 'JPY')).toBe(500)
  expect(minorOf('5.005', 'USD')).toBeUndefined()
  expect(minorOf('12,50', 'USD')).toBeUndefined()
})
