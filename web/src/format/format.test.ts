import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytes, integer, percent, usd, usdt } from './number.ts'
import { date, dateTime, daysBefore, duration, lateness, relative, span } from './time.ts'

describe('money', () => {
  test('keeps every digit of its smallest unit', () => {
    expect(usd(1_234_560, 'en')).toBe('$12,345.60')
    expect(usd(-5, 'en')).toBe('-$0.05')
    expect(usdt(12_500_000, 'en')).toBe('12.50 USDT')
    expect(usdt(1, 'en')).toBe('0.000001 USDT')
  })

  test('is exact for every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        const digits = usdt(micros, 'en').replace(/[, USDT]/g, '')
        const [units = '', fraction = ''] = digits.split('.')
        expect(BigInt(units + fraction.padEnd(6, '0'))).toBe(BigInt(micros))
      }),
    )
  })

  test('reads the same in Chinese', () => expect(usd(1_234_560, 'cn')).toBe('$12,345.60'))
})

test('numbers are grouped', () => {
  expect(integer(1_234_567, 'en')).toBe('1,234,567')
  expect(percent(1234, 'en')).toBe('12.34%')
  expect(bytes(2 * 1024 * 1024, 'en')).toBe('2 MB')
  expect(bytes(0, 'en')).toBe('0 B')
})

describe('times', () => {
  test('are formatted in the requested zone', () => {
    expect(dateTime('2026-01-31T23:30:00.000Z', 'UTC')).toBe('2026-01-31 23:30:00')
    expect(dateTime('2026-01-31T23:30:00.000Z', 'Asia/Shanghai')).toBe('2026-02-01 07:30:00')
    expect(date('2026-01-31T23:30:00.000Z', 'Asia/Shanghai')).toBe('2026-02-01')
    expect(dateTime('2026-01-31T00:00:00.000Z', 'UTC')).toBe('2026-01-31 00:00:00')
  })

  test('are formatted relative to now', () => {
    const now = new Date('2026-01-31T12:00:00Z')
    expect(relative('2026-01-31T11:57:00Z', now, 'en')).toBe('3 minutes ago')
    expect(relative('2026-02-02T12:00:00Z', now, 'en')).toBe('in 2 days')
    expect(relative('2026-01-31T11:57:00Z', now, 'cn')).toBe('3分钟前')
  })

  test('lengths and days', () => {
    expect(duration(309)).toBe('5:09')
    expect([85, 12_440, 309_000, 792_000_000].map((late) => lateness(late, 'en'))).toEqual([
      '85 ms',
      '12.4 s',
      '5.2 min',
      '9.2 days',
    ])
    expect(duration(3909)).toBe('1:05:09')
    expect([45, 1_200, 90_000, 1_500_000, 216_000].map((seconds) => span(seconds, 'en'))).toEqual([
      '45 sec',
      '20 min',
      '25 hr',
      '17 days',
      '2.5 days',
    ])
    expect(span(1_500_000, 'cn')).toBe('17天')
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
  })
})
