// Unique names: what looks like an existing one is a duplicate, for every kind of name, also of two at once.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type { AnyCall } from '@greenroom/contract/call'
import { clientSave } from '@greenroom/contract/clients'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startProduct, type TestProduct } from './product.ts'
import { unique, type World } from './world/base.ts'
import { writes } from './writes.ts'

let product: TestProduct
let world: World
beforeAll(async () => {
  product = await startProduct()
  world = { product, admin: await product.administrator() }
})
afterAll(() => product.close())

const called = (name: string): AnyCall => declaredCalls.find(({ call }) => call.name === name)!.call

/** Calls that make something with a unique name; with the name's field, and the code of a duplicate. */
const kinds: readonly [call: string, field: string, code: number][] = [
  ['guildSubSave', 'unionName', 30001],
  ['unionRegister', 'unionName', 30001],
  ['roleSave', 'roleName', 10029],
  ['promoterSave', 'name', 10027],
  ['payoutMappingSave', 'name', 10027],
  ['policySave', 'name', 10027],
  ['statementMappingSave', 'name', 10027],
  ['auditTemplateSave', 'titleEn', 10027],
  ['auditTemplateSave', 'titleCn', 10027],
  ['viewSave', 'name', 10027],
  ['boardSave', 'name', 10027],
]

const alike: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(' ', ''),
  (name) => name.replace(' ', '\u00A0'),
  (name) => name.replace(' ', '\u3164'),
  (name) => name.replace(' ', '\u2800'),
  (name) => name.replace('O', '\u200BO'),
  (name) => `${name}\u2060`,
  (name) => name.replace('N', 'Ｎ'),
  (name) => name.replace('o', 'о').replace('i', 'і'),
  (name) => name.normalize('NFD'),
]

const send = async (name: string, field: string, text: string) => {
  const write = writes[name]!
  const client = await (write.by?.(world) ?? world.admin)
  const sent = { ...(await write.payload(world)), [field]: text }
  const answer = (await client.send(called(name), sent as never)) as {
    code: number
    errorCode?: number
    detail?: object[]
  }
  return { code: answer.code === 200 ? 0 : answer.errorCode, detail: answer.detail }
}

describe.each(kinds)('%s: %s', (name, field, code) => {
  it('refuses what looks like an existing name, and names the field', async () => {
    const text = unique('Nightó Owls ')
    expect(await send(name, field, text)).toMatchObject({ code: 0 })
    for (const look of alike) {
      const refused = await send(name, field, look(text))
      expect([look(text), refused]).toMatchObject([look(text), { code, detail: [{ field }] }])
    }
    expect(await send(name, field, `${text} II`)).toMatchObject({ code: 0 })
  })

  it('lets one of two at once through', async () => {
    const text = unique('Nightó Pair ')
    const answers = await Promise.all(alike.slice(3, 7).map((look) => send(name, field, look(text))))
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a! - b!)).toEqual([0, code, code, code])
  })
})

it('refuses a client that looks like an existing one, and a second request for one', async () => {
  const { database } = product
  const name = unique('Nightó App ')
  await sql`
    insert into bridge.client (name, created_by, created_at, updated_by, updated_at)
    values (${name}, 'test', now(), 'test', now())`.execute(database)
  for (const look of alike)
    expect(await world.admin.refused(clientSave, { name: look(name) })).toEqual({
      code: 10027,
      fields: ['name'],
      reason: 'client.name',
    })
  const asked = unique('Nightó Asked ')
  const answers = await Promise.all(alike.map((look) => send('clientSave', 'name', look(asked))))
  expect(answers.filter(({ code }) => code === 0).length).toBe(1)
  expect(answers.filter(({ code }) => code === 20000).length).toBe(alike.length - 1)
})

/** Names that nobody types: of the code, of files that exist once, or with an alphabet of their own. */
const closed = ['kit.', 'access.staff ', 'access.menu ', 'finance.sanctions_list ', 'finance.sanctions_hit ']

test('every unique index of names that people type compares them by kit.name_key', async () => {
  const { rows } = await sql<{ on: string; definition: string }>`
    select i.indrelid::regclass || ' ' || coalesce(string_agg(a.attname, ' '), '') as on, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
     where i.indisunique and a.atttypid = 'text'::regtype and a.attname ~ '(^|_)(name|title|username)(_|$)'
     group by i.indexrelid, i.indrelid`.execute(product.database)
  expect(rows.length).toBeGreaterThan(8)
  const others = rows.filter(
    ({ on, definition }) => !definition.includes('name_key') && !closed.some((one) => on.startsWith(one)),
  )
  expect(others).toEqual([])
})
