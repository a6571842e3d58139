import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, fewCases, ratio } from './change.ts'
import { bytes, integer, percent, share, usd, usdMicros, usdRounded, usdt, usdtRounded } from './number.ts'
import { date, dateTime, daysBefore, duration, lateness, offsetOf, relative, span, yearIn, zoneName } from './time.ts'

describe('money', () => {
  test('keeps every digit of its smallest unit', () => {
    expect(usd(1_234_560, 'en')).toBe('$12,345.60')
    expect(usd(-5, 'en')).toBe('−$0.05')
    expect(usdt(12_500_000, 'en')).toBe('12.50 USDT')
    expect(usdt(1, 'en')).toBe('0.000001 USDT')
  })

  test('is exact for every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        const digits = usdt(micros, 'en')
          .replace(/[, USDT]/g, '')
          .replace('−', '-')
        const [units = '', fraction = ''] = digits.split('.')
        expect(BigInt(units + fraction.padEnd(6, '0'))).toBe(BigInt(micros))
      }),
    )
  })

  test('has two decimals for reading, within half a cent of the exact amount', () => {
    expect(usdRounded(50_496_769_692, 'en')).toBe('$50,496.77')
    expect(usdtRounded(-12_505_000, 'en')).toBe('−12.51 USDT')
    expect(usdRounded(-4, 'en')).toBe('−<$0.01')
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        const text = usdRounded(micros, 'en')
        // Only nothing reads as nothing.
        expect(text === '$0.00').toBe(micros === 0)
        expect(text.startsWith('−')).toBe(micros < 0)
        if (text.includes('<')) {
          expect(Math.abs(micros)).toBeLessThan(5_000)
          return
        }
        expect(text).toMatch(/^−?\$[\d,]+\.\d\d$/)
        const hundredths = BigInt(text.replace(/[−$,.]/g, ''))
        const off = BigInt(Math.abs(micros)) - hundredths * 10_000n
        expect(off >= -5_000n && off < 5_000n).toBe(true)
      }),
    )
  })

  test('no negative number is written with a hyphen', () => {
    fc.assert(
      fc.property(fc.integer({ max: -1 }), fc.constantFrom('en', 'cn', 'ar', 'es'), (value, language) => {
        for (const write of [integer, percent, usd, usdMicros, usdRounded, usdt, usdtRounded])
          expect(write(value, language)).toMatch(/^[^-]*−[^-]*$/)
      }),
    )
  })

  test('is one number where thousands are grouped by points or spaces', () => {
    expect(usd(1_234_560, 'es')).toBe('$12.345,60')
    expect(usdt(12_345_500_000, 'pt')).toBe('12.345,50 USDT')
    expect(usdRounded(4, 'es')).toBe('<$0,01')
    expect(usd(1_234_560, 'ru').replace(/\s/g, ' ')).toBe('$12 345,60')
    expect(usd(1_234_560, 'ar')).toBe('$12,345.60')
  })

  test('reads the same in Chinese', () => expect(usd(1_234_560, 'cn')).toBe('$12,345.60'))
})

test('numbers are grouped', () => {
  expect(integer(1_234_567, 'en')).toBe('1,234,567')
  expect(percent(1234, 'en')).toBe('12.34%')
  expect(bytes(2 * 1024 * 1024, 'en')).toBe('2 MB')
  expect(bytes(0, 'en')).toBe('0 B')
})

describe('shares and changes', () => {
  const textOf = (before: number | null, now: number | null, cases?: number) => {
    const change = changeOf(before, now, 'en', cases)
    return change.kind === 'changed' ? change.text : change.kind
  }

  test('a share has a tenth below ten percent only', () => {
    expect([0, 0.0834, 0.09949, 0.0999, 0.6111, 1].map((part) => share(part, 'en'))).toEqual([
      '0%',
      '8.3%',
      '9.9%',
      '10%',
      '61%',
      '100%',
    ])
    expect([0.87, 3, 4.1031, 15.4].map((part) => ratio(part, 'en'))).toEqual(['87%', '300%', '×4.1', '×15'])
  })

  test('a change is a percentage, a factor, or a word', () => {
    expect(textOf(200, 225)).toBe('+13%')
    expect(textOf(200, 190)).toBe('−5%')
    expect(textOf(10, 40)).toBe('+300%')
    expect(textOf(10, 41)).toBe('×4.1')
    expect(textOf(10, 150)).toBe('×15')
    expect([textOf(0, 5), textOf(1, 12_000)]).toEqual(['new', 'new'])
    expect([textOf(5, 5), textOf(0, 0), textOf(null, 3)]).toEqual(['same', 'unknown', 'unknown'])
    expect(textOf(2, 5, 5)).toBe('few')
    // A loss that became a profit has no factor.
    expect(textOf(-10, 90)).toBe('unknown')
  })

  test('no change is above 300 %, of few cases, or with decimals above ten percent', () => {
    const figure = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(figure, figure, fc.option(fc.nat(40), { nil: undefined }), (before, now, cases) => {
        const text = textOf(before, now, cases)
        if (cases !== undefined && cases < fewCases) expect(text).toMatch(/^(few|same|unknown)$/)
        const [, value = '0', tenths = ''] = /^[+−](\d+)(\.\d)?%$/.exec(text) ?? []
        expect(Number(value)).toBeLessThanOrEqual(300)
        if (Number(value) >= 10) expect(tenths).toBe('')
        expect(text).toMatch(/^([+−]\d+(\.\d)?%|×\d\d?(\.\d)?|new|few|same|unknown)$/)
        if (text.startsWith('×')) expect(now).toBeGreaterThan(before)
      }),
    )
  })
})

describe('times', () => {
  test('their zone is named, and their year is that of the zone', () => {
    const summer = new Date('2026-07-01T00:00:00Z')
    expect(['UTC', 'Asia/Shanghai', 'America/St_Johns'].map((zone) => offsetOf(zone, summer))).toEqual([
      'UTC',
      'UTC+8',
      'UTC−2:30',
    ])
    expect(zoneName('UTC', summer)).toBe('UTC')
    expect(zoneName('Europe/Berlin', summer)).toBe('Europe/Berlin (UTC+2)')
    const newYear = new Date('2026-12-31T20:00:00Z')
    expect([yearIn('UTC', newYear), yearIn('Asia/Shanghai', newYear)]).toEqual(['2026', '2027'])
  })

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
