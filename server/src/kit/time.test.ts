import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from './calls/refusal.ts'
import { isTimeZone, momentOf, spanOf, textOf } from './time.ts'

describe('spanOf', () => {
  it('a day means the whole day in the platform zone', () => {
    const span = spanOf({ startTimeStr: '2026-03-01', endTimeStr: '2026-03-01' }, 'Asia/Shanghai')
    expect(span.from?.toISOString()).toBe('2026-02-28T16:00:00.000Z')
    expect(span.to?.toISOString()).toBe('2026-03-01T16:00:00.000Z')
  })

  it('an end with seconds is exclusive as given', () => {
    const span = spanOf({ endTimeStr: '2026-03-01 12:00:00' }, 'UTC')
    expect(span).toEqual({ to: new Date('2026-03-01T12:00:00Z') })
  })

  it('makes a day of 23 hours where the clocks go forward', () => {
    const span = spanOf({ startTimeStr: '2026-03-29', endTimeStr: '2026-03-29' }, 'Europe/Berlin')
    expect(span.to!.getTime() - span.from!.getTime()).toBe(23 * 3_600_000)
  })

  it.each([
    [{ startTimeStr: '2026-02-30' }, 'startTimeStr'],
    [{ endTimeStr: '2026-13-01 00:00:00' }, 'endTimeStr'],
    [{ startTimeStr: '2026-03-02', endTimeStr: '2026-03-01' }, 'endTimeStr'],
    [{ startTimeStr: '2026-03-02 10:00:00', endTimeStr: '2026-03-02 10:00:00' }, 'endTimeStr'],
  ])('refuses %o with 10009 and names the field', (range, field) => {
    try {
      spanOf(range, 'UTC')
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      expect(error).toMatchObject({ code: 10009, detail: [{ field, reason: expect.stringMatching(/^time\./) }] })
    }
  })
})

describe('textOf', () => {
  it('is parsed as the same second in every zone', () => {
    const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'Asia/Shanghai']
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const at = new Date(second * 1000)
        const again = momentOf(textOf(at, zone), zone, 'at')
        // The repeated hour in autumn is ambiguous: the first one is used.
        expect([0, 3_600_000, 1_800_000]).toContain(at.getTime() - again.getTime())
      }),
    )
  })
})

it('accepts calendar time zones and nothing else', () => {
  expect(['UTC', 'Asia/Shanghai', 'America/New_York'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', '+08:00', 'utc; drop'].some(isTimeZone)).toBe(false)
})
