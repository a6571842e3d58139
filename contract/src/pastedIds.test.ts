import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDigits, plainTyped } from './digits.ts'
import { lineOf, readIds, readRefs, withoutWords } from './pastedIds.ts'

const some = [100282, 100219, 100445]

test.each([
  '100282, 100219 100445',
  '100282;100219；100445',
  '100282、100219，100445',
  '100282\t100219\r\n100445',
  '100282/100219|100445',
  '100282\u00a0100219\u3000100445',
  '#100282 ＃100219 №100445',
  'ID: 100282, id=100219, UID100445',
  '用户ID：100282 和100219、还有100445。',
  'المستخدم ١٠٠٢٨٢، ۱۰۰۲۱۹؛ 100445',
  '１００２８２ １００２１９ １００４４５',
  '\u200b100282\u200e, \ufeff100219\u200b 100445\u2060',
  '100,282 100.219 100’445',
  '(100282) [100219] "100445"',
  'luciana 100282, Bob 100219, zoé99 100445',
  '*100282*, @100219, 100445.',
  'https://greenroom.example/user/detail/100282?temp=3 100219 100445',
  '100282\tLuciana\tluciana22@example.com\t45.00\t2026-11-02 10:30:05\tBR\n100219\n100445',
  'Dear team, please look at 100282 and user 100219.\u2028(100445, +62 812 3456 789)',
])('reads %j', (text) => {
  expect(readIds(text)).toMatchObject({ ids: some, duplicates: 0, wrong: [] })
})

test('a number in groups is one id', () => {
  for (const text of [
    '812,345,678',
    '812.345.678',
    '812\u202f345\u202f678',
    "812'345'678",
    '８１２,３４５,６７８',
    '٨١٢٬٣٤٥٬٦٧٨',
  ])
    expect(readIds(text)).toMatchObject({ ids: [812345678], wrong: [] })
  expect(readIds('812345,678').ids).toEqual([812345, 678])
})

test('each id is read once', () => {
  expect(readIds('1 2,3;4\r\n5，6；7、8\t9\n\n 2 ')).toEqual({
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    duplicates: 1,
    words: [],
    wrong: [],
  })
})

test('names what may have been meant as an id with its line, also beside ids', () => {
  expect(readIds('12 eve 1o0445\nabc 0\n-4 1e3\n9999999999999999')).toEqual({
    ids: [12],
    duplicates: 0,
    words: ['eve'],
    wrong: [
      { text: '1o0445', line: 1 },
      { text: 'abc', line: 2 },
      { text: '0', line: 2 },
      { text: '-4', line: 3 },
      { text: '1e3', line: 3 },
      { text: '9999999999999999', line: 4 },
    ],
  })
})

test('an empty text has no ids', () => {
  expect(readIds(' \n,; \u200b')).toEqual({ ids: [], duplicates: 0, words: [], wrong: [] })
})

test('removes only the given words', () => {
  expect(withoutWords('1, 22 2\nabc\n3', new Set(['2', 'abc']))).toBe('1 22\n3')
  expect(lineOf('1, 22 2\nabc\n3', 3)).toBe(3)
  expect(lineOf('1', 3)).toBe(0)
})

const ids = fc.array(fc.integer({ min: 1, max: 999_999_999_999_999 }))
const between = fc.constantFrom(
  ' ',
  ', ',
  ';',
  '；',
  '、',
  '，',
  '\t',
  '\n',
  '\r\n',
  ' / ',
  ' | ',
  '\u3000',
  ', \u200b',
)
const digits = fc.constantFrom('0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９')
const around = fc.constantFrom(
  ['', ''],
  ['#', ''],
  ['ID: ', ''],
  ['\u200e', '\u200b'],
  ['(', ')'],
  ['luciana ', ''],
  ['用户', ''],
)

test('ids are read whatever is between and around them, in any digits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), between, digits, around)),
      (parts) => {
        const text = parts
          .map(([id, sign, script, [before, after]]) => {
            const written = String(id).replaceAll(/\d/g, (digit) => script[Number(digit)]!)
            return `${before}${written}${after}${sign}`
          })
          .join('')
        const read = readIds(text)
        expect(read.ids).toEqual([...new Set(parts.map(([id]) => id))])
        expect(read.ids.length + read.duplicates).toBe(parts.length)
        expect(read.wrong).toEqual([])
      },
    ),
  )
})

test('its output is read as the same ids', () => {
  fc.assert(
    fc.property(ids, (given) => {
      const first = readIds(given.join('\n'))
      expect(readIds(first.ids.join(' '))).toEqual({ ids: first.ids, duplicates: 0, words: [], wrong: [] })
    }),
  )
})

test('whatever is pasted, each sign that could be an id is read or named', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { ids, wrong, words } = readIds(text)
      for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
      if (/[\p{L}\p{N}]/u.test(text.normalize('NFKC')))
        expect(ids.length + wrong.length + words.length).toBeGreaterThan(0)
      expect(readIds(withoutWords(text, new Set(wrong.map((one) => one.text)))).ids).toEqual(ids)
    }),
  )
})

test('ids that are texts', () => {
  const two = ['order-1.tp8m5b.y1d', 'order-1.tp8m5b.y1e']
  for (const text of [
    'order-1.tp8m5b.y1d, order-1.tp8m5b.y1e',
    '\u200border-1.tp8m5b.y1d\torder-1.tp8m5b.y1e.',
    'luciana order-1.tp8m5b.y1d；订单号：order-1.tp8m5b.y1e',
    'order-1.tp8m5b.y1d/order-1.tp8m5b.y1e order-1.tp8m5b.y1d',
    '#order-1.tp8m5b.y1d\nOrder: order-1.tp8m5b.y1e',
  ])
    expect(readRefs(text)).toMatchObject({ ids: two, wrong: [] })
  expect(readRefs('a').ids).toEqual(['a'])
  expect(readRefs('GPA/2024/55').ids).toEqual(['GPA/2024/55'])
  expect(readRefs(' ,').ids).toEqual([])
  expect(readRefs('1'.repeat(101))).toMatchObject({ ids: [], wrong: [{ text: '1'.repeat(101), line: 1 }] })
})

test('digits of other scripts are digits', () => {
  expect(plainDigits('١٠٠۱۲３๕')).toBe('1001235')
  expect(plainTyped('\u200e+٦٢ ٨١٢\u00a0３.５٫٥')).toBe('+62 812 3.5.5')
})
