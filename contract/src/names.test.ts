import { expect, test } from 'vitest'
import { line } from './fields.ts'
import { visibleName } from './names.ts'

const invisible = [
  ' ',
  '\u00A0',
  '\u200B',
  '\u200D',
  '\u2060',
  '\u3164',
  '\u115F',
  '\uFFA0',
  '\u2800',
  '\uFEFF',
  '\uFE0F',
  '\u{E0101}',
]

test.each(invisible)('%j shows nothing, alone or repeated, and is no line', (one) => {
  for (const text of [one, one.repeat(3), ` ${one} `]) {
    expect(visibleName(text)).toBe(false)
    expect(line(20).safeParse(text).success).toBe(false)
  }
  // Beside something visible it is part of the text: joined emoji need it.
  expect(line(20).safeParse(`a${one}b`).success).toBe(true)
})

test.each(['a', '星', '👩‍👧', '❤️', '0', '-', 'ة'])('%s is a name', (text) => {
  expect(visibleName(text)).toBe(true)
  expect(line(20).parse(text)).toBe(text)
})

test('a line that may be empty may be empty, but not invisible', () => {
  expect(line(20, 0).parse('  ')).toBe('')
  expect(line(20, 0).safeParse('\u200B').success).toBe(false)
})
