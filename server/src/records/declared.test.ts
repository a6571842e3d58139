// Every declared record behaves as declared: list, filters, sorts, export, stale writes, the operation log, read-only callers. Special
// rules of a record are tested next to it.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type { AnyCall } from '@greenroom/contract/call'
import { sentAs } from '@greenroom/contract/record'
import { records } from '@greenroom/contract/records/all'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import type { World } from '../../test/world/base.ts'
import { writes } from '../../test/writes.ts'

let product: TestProduct
let world: World
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  world = { product, admin }
})
afterAll(() => product.close())

type Row = Record<string, unknown> & { version: number; can: Record<string, true | string> }
type Page = { records: Row[]; total: number; next?: string }

const callOf = (thing: string, verb: string): AnyCall => {
  const name = `${thing}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`
  return declaredCalls.find(({ call }) => call.name === name)!.call
}

describe.each(records)('$thing', (of) => {
  const { thing, key, fields, filters, verbs } = of
  const list = callOf(thing, 'list')
  const page = (payload: object = {}) => admin.call(list, payload as never) as Promise<Page>
  /** A valid payload of a call, with its record. */
  const payloadOf = async (verb: string) =>
    (await writes[callOf(thing, verb).name]!.payload(world)) as Record<string, unknown>
  const entryOf = (verb: string) =>
    product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('operation', '=', `${thing}.${verb}`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  test('returns and exports all declared fields', async () => {
    if (verbs.includes('save')) await admin.call(callOf(thing, 'save'), (await payloadOf('save')) as never)
    const { records: rows } = await page({ size: 5 })
    const shown = Object.keys(fields).filter((name) => fields[name]!.shown !== false)
    const texts = Object.values(of.texts ?? {})
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual([...shown, ...texts, 'can', 'version'].toSorted())
    for (const format of ['csv', 'xlsx'])
      expect(await admin.send(list, { export: format } as never)).toMatchObject({ code: 200 })
  })

  const sorts = Object.entries(fields).filter(([, { sort }]) => sort)
  test.each(sorts.map(([name, { is }]) => (is === 'names' ? name.slice(0, -1) : name)))('sorts by %s', async (sort) => {
    const up = (await page({ sort, size: 200 })).records.map((row) => row[key])
    const down = (await page({ sort: `-${sort}`, size: 200 })).records.map((row) => row[key])
    if (up.length < 200) expect(down).toEqual(up.toReversed())
    else expect(down[0]).not.toEqual(up[0])
  })

  test('refuses any other sort', async () => {
    expect(await admin.refused(list, { sort: 'version' } as never)).toEqual({
      code: 10009,
      fields: ['sort'],
      reason: 'field.oneOf',
    })
  })

  test.each(Object.entries(filters))('filters by %s', async (name, filter) => {
    const all = (await page()).total
    const values = filter.is === 'flag' ? [true, false] : filter.is === 'choice' ? filter.of : ['%', 'nowhere']
    const found = await Promise.all(
      values.map(async (value) => ({ value, ...(await page({ [name]: value, size: 200 })) })),
    )
    for (const { value, records: rows } of found) {
      if (filter.is === 'text') expect(rows).toEqual([])
      if (fields[name] && filter.is !== 'text') for (const row of rows) expect(row[name]).toBe(value)
    }
    // Every record has one of the codes of its own field.
    if (fields[name] && filter.is !== 'text') expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(all)
    if (filter.is === 'choice')
      expect(await admin.refused(list, { [name]: 'nonsense' } as never)).toEqual({
        code: 10009,
        fields: [name],
        reason: 'field.oneOf',
      })
  })

  const isSaved = verbs.includes('save')
    ? (callOf(thing, 'save').codes ?? []).filter((code) => [10027, 90002].includes(code))
    : []
  if (isSaved.length > 0)
    test('of concurrent additions of a unique value, one succeeds', async () => {
      const sent = await payloadOf('save')
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => admin.send(callOf(thing, 'save'), sent as never)),
      )
      const refused = answers.flatMap((answer) => (answer.code === 200 ? [] : [answer.errorCode]))
      expect(refused).toHaveLength(4)
      for (const code of refused) expect(isSaved).toContain(code)
    })

  if (verbs.includes('info'))
    test('is read by its key, and an unknown one is refused', async () => {
      const [row] = (await page({ size: 1 })).records
      const info = callOf(thing, 'info')
      expect(await admin.call(info, { [key]: row![key] } as never)).toEqual({ [of.as]: row })
      expect(await admin.refused(info, { [key]: 999_999 } as never)).toEqual({
        code: 10032,
        fields: [key],
        reason: 'record.none',
      })
    })

  test('an update is logged with before and after; a stale one names who changed what', async () => {
    const update = callOf(thing, 'update')
    const sent = await payloadOf('update')
    await admin.call(update, sent as never)
    const { before, after, username, menu_key } = await entryOf('update')
    expect({ username, menu_key }).toEqual({ username: 'admin', menu_key: of.menu })
    expect([before, after]).toMatchObject([{ version: sent['version'] }, { version: Number(sent['version']) + 1 }])

    const stale = (await admin.send(update, sent as never)) as {
      errorCode: number
      detail: { field: string; message: string }[]
    }
    expect(stale).toMatchObject({ code: 500, errorCode: 20000, detail: [{ reason: 'stale.by' }] })
    expect(stale.detail[0]).toMatchObject({
      field: 'version',
      message: expect.stringContaining('changed by admin at '),
    })
    const names = Object.entries(fields).flatMap(([name, field]) => (field.set ? sentAs(name, field) : []))
    for (const { field } of stale.detail.slice(1)) expect(names).toContain(field)
    const unknown = typeof sent[key] === 'number' ? 999_999 : 'XX'
    expect(await admin.refused(update, { ...sent, [key]: unknown } as never)).toMatchObject({ code: 10032 })
  })

  test('fields outside their limits are refused by name', async () => {
    const update = callOf(thing, 'update')
    const sent = await payloadOf('update')
    const bad = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.set !== 'always') return []
      if (field.is === 'text' && field.max)
        return [[name, 'x'.repeat(field.max + 1)], ...(field.blank ? [] : [[name, ''] as [string, string]])]
      if (field.is === 'names') return sentAs(name, field).map((as) => [as, ''])
      if (field.is === 'whole' && field.max) return [[name, field.max + 1]]
      if (field.is === 'choices')
        return [...(field.blank ? [] : [[name, []] as [string, string[]]]), [name, ['nonsense']]]
      return field.is === 'choice' ? [[name, 'nonsense']] : []
    })
    for (const [name, value] of bad)
      expect(await admin.refused(update, { ...sent, [name]: value } as never), name).toMatchObject({
        code: 10009,
        fields: expect.arrayContaining([expect.stringMatching(new RegExp(`^${name}`))]),
        reason: expect.stringMatching(/^(field|batch)\./),
      })
  })

  for (const [stem, field] of Object.entries(of.texts ?? {}))
    describe(`${field} by language`, () => {
      const [en, cn] = [`${stem}En`, `${stem}Cn`] as [string, string]
      const update = callOf(thing, 'update')
      const rowOf = async (id: unknown) => {
        let after: string | undefined
        do {
          const { records: rows, next } = await page({ size: 200, ...(after && { after }) })
          const found = rows.find((row) => row[key] === id)
          if (found) return found
          after = next
        } while (after)
        throw new Error(`no ${thing} ${String(id)}`)
      }

      test('a language that a form does not know is kept when the form is saved', async () => {
        const sent = await payloadOf('update')
        const all = { en: String(sent[en]), cn: String(sent[cn]), pt: 'Em português' }
        await admin.call(update, { ...sent, [field]: all } as never)
        const written = await rowOf(sent[key])
        expect(written[field]).toEqual(all)
        const known = { en: `${all.en}.`, cn: `${all.cn}。` }
        await admin.call(update, { ...sent, version: written.version, [en]: known.en, [cn]: known.cn } as never)
        const kept = await rowOf(sent[key])
        expect(kept[field]).toEqual({ ...all, ...known })
        expect((await entryOf('update')).after).toMatchObject({ [field]: { ...all, ...known } })
        // Anyone who names all languages removes the others.
        const { [en]: _en, [cn]: _cn, ...rest } = sent
        await admin.call(update, { ...rest, version: kept.version, [field]: known } as never)
        const fewer = await rowOf(sent[key])
        expect(fewer[field]).toEqual(known)
        // English alone is enough.
        await admin.call(update, { ...rest, version: fewer.version, [field]: { en: known.en, cn: '' } } as never)
        expect((await rowOf(sent[key]))[field]).toEqual({ en: known.en })
      })

      test('two spellings that differ, none, and texts without English are refused', async () => {
        const sent = await payloadOf('update')
        const both = { en: String(sent[en]), cn: String(sent[cn]) }
        const refused = async (changed: object) => admin.refused(update, { ...sent, ...changed } as never)
        const fault = (at: string, reason: string) => ({ code: 10009, fields: [at], reason })
        expect(await refused({ [field]: { ...both, en: 'Other' } })).toEqual(fault(en, 'field.differs'))
        expect(await refused({ [field]: { ...both, cn: '别的' } })).toEqual(fault(cn, 'field.differs'))
        expect(await refused({ [en]: undefined })).toEqual(fault(en, 'field.required'))
        expect(await refused({ [en]: undefined, [cn]: undefined, [field]: { cn: both.cn } })).toEqual(
          fault(`${field}.en`, 'field.required'),
        )
        expect(await refused({ [field]: { ...both, xx: 'X' } })).toEqual(fault(field, 'field.invalid'))
        const long = await refused({ [field]: { ...both, ar: 'س'.repeat(600) } })
        expect(long).toMatchObject(fault(`${field}.ar`, 'field.tooLong'))
        expect((await rowOf(sent[key])).version).toBe(sent['version'])
      })

      if (Object.hasOwn(filters, 'q') || Object.hasOwn(filters, 'text'))
        test('the search finds a text in a third language', async () => {
          const sent = await payloadOf('update')
          const all = { en: String(sent[en]), cn: String(sent[cn]), ru: `Слово ${stem} ${thing}` }
          await admin.call(update, { ...sent, [field]: all } as never)
          const q = Object.hasOwn(filters, 'q') ? 'q' : 'text'
          expect((await page({ [q]: all.ru })).records.map((row) => row[key])).toEqual([sent[key]])
        })
    })

  if (verbs.includes('delete'))
    test('a deletion needs a reason, and has an outcome for each', async () => {
      const remove = callOf(thing, 'delete')
      const sent = await payloadOf('delete')
      const ids = sent[`${key}s`] as number[]
      expect(await admin.refused(remove, { ...sent, reason: '' } as never)).toEqual({ code: 11004, fields: ['reason'] })
      const outcomes = await admin.call(remove, { ...sent, [`${key}s`]: [...ids, 999_999, ...ids] } as never)
      expect(outcomes).toMatchObject({
        outcomes: [
          { id: ids[0], ok: true },
          { id: 999_999, ok: false, errorCode: 10032 },
        ],
      })
      expect(await entryOf('delete')).toMatchObject({
        target: `${thing} ${ids[0]}`,
        reason: sent['reason'],
        after: null,
      })
    })

  if ('enabled' in fields)
    test('is switched once; repeating it is refused', async () => {
      const enable = callOf(thing, 'enable')
      const sent = await payloadOf('enable')
      await admin.call(enable, sent as never)
      expect(await entryOf('enable')).toMatchObject({ after: { enabled: sent['enabled'] } })
      const again = (await admin.send(enable, {
        ...sent,
        ...('version' in sent && { version: Number(sent['version']) + 1 }),
      } as never)) as object
      const reason = sent['enabled'] === true ? 'enabled.already' : 'disabled.already'
      expect(again).toMatchObject(
        'version' in sent
          ? { errorCode: 20000, detail: [{ reason }] }
          : { result: { outcomes: [{ ok: false, errorCode: 20000, reason }] } },
      )
    })

  test('read-only callers get no actions', async () => {
    const { client } = await person(product, { permissions: { [of.menu]: 1 } })
    const { records: rows } = (await client.call(list, { size: 1 } as never)) as Page
    expect(new Set(Object.values(rows[0]!.can))).toEqual(new Set(['readOnly']))
    for (const verb of verbs)
      if (verb !== 'info') {
        const name = verb === 'turn' ? 'enable' : verb
        expect(await client.refused(callOf(thing, name), (await payloadOf(name)) as never)).toMatchObject({
          code: 10026,
          reason: 'menu.missing',
        })
      }
  })
})
