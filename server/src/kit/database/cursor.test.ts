import { expect, test } from 'vitest'
import { type CursorType, readCursor, writeCursor } from './cursor.ts'

const read = (type: CursorType, value: unknown) =>
  readCursor(writeCursor({ s: 'a', v: value, i: 1, h: 'h', p: 1, t: 1, e: false }), type, 'int') !== undefined

test.each<[CursorType, unknown[], unknown[]]>([
  ['int', [0, -5, '2147483647'], [2_147_483_648, 1.5, '1e3', ' 1', '', true, [1], {}]],
  ['smallint', [32_767], [32_768]],
  ['bigint', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', '99999999999999999999', 2 ** 60]],
  ['real', [0.5, -1], ['0.5', 1e300]],
  ['text', ['', '漢字', 'a\nb'], ['a\0b', '\ud83c', 5]],
  ['uuid', ['01900000-0000-7000-8000-000000000001'], ['x', '01900000-0000-7000-8000-00000000000g', 7]],
  [
    'timestamptz',
    ['2026-11-22T18:00:00.000Z', '9999-12-31T23:59:59Z'],
    [
      '0000-01-01T00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      '2026-13-01T00:00:00Z',
      '+010000-01-01T00:00:00.000Z',
      'infinity',
      'now',
      5,
    ],
  ],
])('of type %s accepts the values that PostgreSQL accepts', (type, good, bad) => {
  expect(good.filter((value) => !read(type, value))).toEqual([])
  expect(bad.filter((value) => read(type, value))).toEqual([])
  // A nullable sort.
  expect(read(type, null)).toBe(true)
})

test('accepts nothing else', () => {
  for (const text of [
    '',
    'x',
    'bm90aGluZw',
    Buffer.from('null').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
  ])
    expect(readCursor(text, 'int', 'int')).toBeUndefined()
})
