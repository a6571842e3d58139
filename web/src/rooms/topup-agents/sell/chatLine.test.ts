import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOrder } from './chatLine.ts'

const most = 1_000_000

describe('a pasted line', () => {
  test.each([
    ['id 100375 5k please', { userId: 100_375, tokens: 5_000 }],
    ['5k for 100375', { userId: 100_375, tokens: 5_000 }],
    ['100375 5000', { userId: 100_375, tokens: 5_000 }],
    ['send 5,000 to 100375!', { userId: 100_375, tokens: 5_000 }],
    ['100375 — 5.000 tokens', { userId: 100_375, tokens: 5_000 }],
    ['100375 5 000', { userId: 100_375, tokens: 5_000 }],
    ['ID: 100400, 5000', { userId: 100_400, tokens: 5_000 }],
    ['#100400 50000', { userId: 100_400, tokens: 50_000 }],
    ['100400 2.5k', { userId: 100_400, tokens: 2_500 }],
    ['100400 2,5 mil', { userId: 100_400, tokens: 2_500 }],
    ['100375 10 rb', { userId: 100_375, tokens: 10_000 }],
    ['100375 5 тыс.', { userId: 100_375, tokens: 5_000 }],
    ['айди 100375 5к', { userId: 100_375, tokens: 5_000 }],
    ['用户100375充2万', { userId: 100_375, tokens: 20_000 }],
    ['100375，5000', { userId: 100_375, tokens: 5_000 }],
    ['١٠٠٣٧٥ ٥٠٠٠', { userId: 100_375, tokens: 5_000 }],
    ['۱۰۰۳۷۵ ۵ الف', { userId: 100_375, tokens: 5_000 }],
    ['[30/11/2026, 21:04] Siti: 100375 5k', { userId: 100_375, tokens: 5_000 }],
    ['1m to 100375', { userId: 100_375, tokens: 1_000_000 }],
    ['100375', { userId: 100_375 }],
    ['id 100375', { userId: 100_375 }],
    ['hello', {}],
    ['', {}],
    // Either could be the user: nothing is guessed.
    ['100400 5000', { unsure: [100_400, 5_000] }],
    ['100375 100376', { unsure: [100_375, 100_376] }],
    ['id 100375 id 100376 5k', { unsure: [100_375, 100_376] }],
    ['100375 100376 5k', { tokens: 5_000, unsure: [100_375, 100_376] }],
    // Two amounts: the user alone is read.
    ['100375 5k or 10k', { userId: 100_375 }],
  ])('%s', (line, order) => expect(readOrder(line, most)).toEqual(order))
})

const zeros = [0x30, 0x0660, 0x06f0, 0xff10]
const inScript = (text: string, zero: number) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

test('whatever the digits and the words around them, the same id and amount are read', () => {
  const forms = [
    (id: number, amount: number) => `id ${id} ${amount}`,
    (id: number, amount: number) => `ID:${id} ${amount} tokens`,
    (id: number, amount: number) => `please ${amount} to #${id} 🙏`,
    (id: number, amount: number) => `${id} ${amount / 1_000}k`,
    (id: number, amount: number) => `\u200e${id}\u200f ${new Intl.NumberFormat('en').format(amount)}`,
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 99_999_999 }),
      fc.integer({ min: 2, max: 1_000 }).map((thousands) => thousands * 1_000),
      fc.constantFrom(...forms),
      fc.constantFrom(...zeros),
      (userId, tokens, form, zero) => {
        expect(readOrder(inScript(form(userId, tokens), zero), most)).toEqual({ userId, tokens })
      },
    ),
  )
})

test('no text makes it throw, and what it reads stood there', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('1', '0', '5', ' ', 'k', ',', '.', '万', 'i', 'd', '#', '\n') }),
      (line) => {
        const { userId, tokens } = readOrder(line, most)
        for (const value of [userId, tokens]) if (value !== undefined) expect(Number.isSafeInteger(value)).toBe(true)
      },
    ),
  )
})
