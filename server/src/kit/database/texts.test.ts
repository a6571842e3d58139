// Texts that are stored in several languages are one column by language, which the database checks.
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { withClient } from '../../../test/server.ts'

let url: string
beforeAll(async () => {
  ;({ url } = await freshDatabase())
})

const rows = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(url, async (client) => (await client.query<R>(text, values)).rows)

test.each<[string, string, boolean]>([
  ['English alone', '{"en": "Rose"}', true],
  ['three languages', '{"en": "Rose", "cn": "玫瑰", "zh_tw": "玫瑰"}', true],
  ['no English', '{"cn": "玫瑰"}', false],
  ['an empty text', '{"en": "Rose", "cn": ""}', false],
  ['a number', '{"en": "Rose", "cn": 1}', false],
  ['no value', '{"en": "Rose", "cn": null}', false],
  ['a list of texts', '{"en": ["Rose"]}', false],
  ['a name that is no language', '{"en": "Rose", "English": "Rose"}', false],
  ['nothing', '{}', false],
  ['a list', '["en"]', false],
  ['a text', '"en"', false],
])('%s', async (_, texts, expected) => {
  expect(await rows('select kit.are_texts($1::jsonb) as are', [texts])).toEqual([{ are: expected }])
})

test('no column is a text in one of the languages', async () => {
  const found = await rows(`
    select format('%I.%I', table_schema || '.' || table_name, column_name) as column from information_schema.columns
     where column_name ~ '_(en|cn|zh|english|chinese)$' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(found).toEqual([])
})

test('a table refuses texts without English', async () => {
  for (const [change, check] of [
    [`update system.country set texts = texts - 'en' where code = 'DE'`, 'country_texts_check'],
    [`update audits.template set titles = '{"en": "x", "cn": 1}'`, 'template_titles_check'],
    [`update access.menu set texts = '{}'`, 'menu_texts_check'],
    [
      `insert into system.param (key, type, value, built_in, updated_at, updated_by) values ('x', 'text', '', false, now(), '')`,
      'param_named',
    ],
  ] as const)
    await expect(rows(change)).rejects.toMatchObject({ constraint: check })
})
