import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskNumber, maskPhone, readPhone } from './phone.ts'

it.each([
  ['86', '13800001234', '+8613800001234'],
  ['+86', ' 138 0000-1234 ', '+8613800001234'],
  ['86', '+8613800001234', '+8613800001234'],
  ['44', '07911123456', '+447911123456'],
  ['39', '0612345678', '+390612345678'],
  ['1684', '6331234', '+16846331234'],
])('reads %s %s as %s', (area, number, e164) => expect(readPhone(area, number)?.e164).toBe(e164))

it.each([
  ['86', '123'],
  ['86', ''],
  ['', '13800001234'],
  ['86', '1380000123x'],
  ['44', '+8613800001234'],
  ['999', '13800001234'],
])('refuses %s %s', (area, number) => expect(readPhone(area, number)).toBeNull())

it('masks the middle of a number', () => expect(maskPhone(readPhone('86', '13800001234')!)).toBe('+86 138****1234'))

it('hides at least four digits of every number, and its length', () => {
  const number = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 15 }).map((d) => d.join(''))
  fc.assert(
    fc.property(number, (text) => {
      const [head = '', tail = ''] = maskNumber(text).split('****')
      expect(head.length + tail.length).toBeLessThanOrEqual(Math.max(0, text.length - 4))
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
    }),
  )
})
