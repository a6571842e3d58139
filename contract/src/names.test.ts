import { expect, test } from 'vitest'
import { line } from './fields.ts'
import { nameKey, visibleName } from './names.ts'

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

test.each([
  ['Night Owls', 'night owls'],
  ['Night Owls', 'NightOwls'],
  ['Night Owls', ' Night  Owls '],
  ['Night Owls', 'Night\u00A0Owls'],
  ['Night Owls', 'Night\u2800Owls'],
  ['Night Owls', 'Night\u3164Owls'],
  ['Night Owls', 'Ni\u200Bght Ow\u2060ls\uFEFF'],
  ['Night Owls', '\u202ENight Owls'],
  ['Night Owls', 'Ｎｉｇｈｔ　Ｏｗｌｓ'],
  ['Night Owls', '𝓝𝓲𝓰𝓱𝓽 𝓞𝔀𝓵𝓼'],
  ['Night Owls', 'Nіght Оwls'],
  ['BOSS', 'ВОЅЅ'],
  ['OPA', 'ΟΡΑ'],
  ['ваня', 'ВАНЯ'],
  ['Ἀθῆναι', 'ἈΘΗ͂ΝΑΙ'],
  ['Café', 'Cafe\u0301'],
  ['Café', 'Cafе\u200B\u0301'],
  ['ёж', 'e\u0308ж'],
  ['星光公会', '星光 公会'],
  ['⼩⿓⼥', '小龍女'],
  ['カフェ', 'ｶﾌｪ'],
  ['별빛', '별빛'.normalize('NFD')],
  ["Owl's-nest", 'Owl’s–nest'],
])('%j looks like %j', (one, other) => {
  expect(nameKey(other)).toBe(nameKey(one))
})

test.each([
  ['Night Owls', 'Night Owl'],
  ['Cafe', 'Café'],
  ['A1', 'AI'],
  ['Room 0', 'Room O'],
  ['小龙女', '小龍女'],
  ['星', '星星'],
  ['вата', 'бата'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(other)).not.toBe(nameKey(one))
})

test('no two letters of one alphabet have one key', () => {
  const alphabets = ['abcdefghijklmnopqrstuvwxyz0123456789', 'абвгґдеёєжзиіїйјклмнопрстуўфхцчшщъыьэюяѕџљњћђ']
  for (const letters of [...alphabets, 'αβγδεζηθικλμνξοπρστυφχψω', 'กขคงจ', 'אבגדה', 'あいうえおアイウエオ'])
    expect(new Set(Array.from(letters, nameKey)).size).toBe(letters.length)
})
