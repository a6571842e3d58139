import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { momentFrom } from './database/database.ts'

const usual: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test('parses a time as the driver does', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (at) => {
      const written = at.toISOString().replace('T', ' ').replace('Z', '+00')
      for (const text of [written, written.replace(/0+\+/, '+').replace('.+', '+')])
        expect(momentFrom(text)).toEqual(usual(text))
    }),
  )
  for (const text of [
    '2026-11-22 10:00:00.123456+00',
    '2026-11-22 10:00:00+08',
    '0044-03-15 00:00:00+00 BC',
    'infinity',
  ])
    expect(momentFrom(text)).toEqual(usual(text))
})
