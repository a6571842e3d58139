// `nameKey` of the contract and `kit.name_key` of the database are one function.
import { nameKey } from '@greenroom/contract/names'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { nameContaining } from '../text.ts'
import { type Database, openDatabase } from './database.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 1 })
})
afterAll(() => database.destroy())

/** The database's keys, of texts whose characters its version of Unicode knows; null for others. */
async function keysOf(texts: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ key: string | null }>`
    select case when unicode_assigned(t.text) then kit.name_key(t.text) end as key
      from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(database)
  return rows.map(({ key }) => key)
}

async function expectEqual(texts: readonly string[]): Promise<void> {
  const keys = await keysOf(texts)
  const different = texts.flatMap((text, index) =>
    keys[index] === null || keys[index] === nameKey(text) ? [] : [{ text, database: keys[index], here: nameKey(text) }],
  )
  expect(different).toEqual([])
}

const highest = 0x10_ffff
const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff

test('both give every character the same key, alone and between two letters', async () => {
  const points = Array.from({ length: highest }, (_, index) => index + 1)
  const characters = points.flatMap((point) =>
    isSurrogate(point) || /\p{Cn}|\p{Co}/u.test(String.fromCodePoint(point)) ? [] : [String.fromCodePoint(point)],
  )
  expect(characters.length).toBeGreaterThan(150_000)
  await expectEqual(characters)
  const letters = characters.filter((one) => !/\p{Unified_Ideograph}|\p{Script=Hangul}/u.test(one))
  expect((await keysOf(letters)).filter((key) => key !== null).length).toBeGreaterThan(40_000)
  await expectEqual(letters.map((one) => `e${one}A`))
})

test('both give random names the same key', async () => {
  const special = fc.constantFrom(
    ...Array.from(
      '\u200B\u3164\u2060\u2800\u00A0\u3000\u034F\uFE0F\u200D\u0301\u0308\u0323\u0345\u3099\u1161\u11A8ςΣσİıßſﬃⅣ①ＡａéǅАаÅÅ',
    ),
    '\u{E0101}',
    '\u{1D159}',
    '𝓐',
    '👩',
  )
  const letter = fc.oneof(
    special,
    fc.mapToConstant(
      { num: 0x24f, build: (point) => String.fromCodePoint(point + 1) },
      { num: 0x230, build: (point) => String.fromCodePoint(point + 0x300) },
      { num: 0x100, build: (point) => String.fromCodePoint(point + 0x1100) },
      { num: 0x5200, build: (point) => String.fromCodePoint(point + 0x4e00) },
      { num: 0x100, build: (point) => String.fromCodePoint(point + 0xff00) },
    ),
  )
  const names = fc.sample(fc.string({ unit: letter, minLength: 1, maxLength: 30 }), { numRuns: 5_000, seed: 17 })
  await expectEqual(names)
  // A key is its own key: what is stored as one is found by one.
  expect(names.filter((name) => nameKey(nameKey(name)) !== nameKey(name))).toEqual([])
})

test('a text that shows nothing is in no name', async () => {
  const found = async (text: string) => {
    const { rows } = await sql<{ found: boolean }>`
      select ${nameContaining('n.name', text)} as found from (values ('Aurora Stars')) as n (name)`.execute(database)
    return rows[0]!.found
  }
  expect([await found('\u200B\u3164'), await found(''), await found('rora s'), await found('%')]).toEqual([
    false,
    false,
    true,
    false,
  ])
})
