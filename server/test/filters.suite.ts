// Every list × every filter: each value of a choice, and otherwise the value of a row, which is found by it. Run by `lists.test.ts`, on its
// product.
import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { buildHeader } from '@greenroom/contract/call'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { each } from './each.ts'
import type { Filled } from './lists.fixture.ts'
import type { TestProduct } from './product.ts'
import { fieldsOf, type JsonSchema } from './wrong.ts'

const isList = (declared: DeclaredCall) => fieldsOf(declared).some(([name]) => name === 'after')
const notFilters = new Set(['after', 'size', 'sort', 'export', 'async'])

type Row = Record<string, unknown>
type Page = { records: Row[]; total: number; missing?: Record<string, unknown[]> }
type Asked = Record<string, string | number>

async function ask(filled: Filled, { call }: DeclaredCall, asked: Asked): Promise<Page | { refused: unknown }> {
  const { client, payload } = filled.asked(call.name)
  const answer = await client.send(call, { ...payload, size: 200, ...asked } as never)
  return answer.code === 200 ? (answer.result as Page) : { refused: answer.detail ?? answer }
}

const samples = ['2026-11-20 00:00:00', '2026-11-20', '2026-11', 'AE', 'a']

/** All choices; or some value that the schema accepts. */
function valuesOf(schema: JsonSchema): (string | number)[] {
  const choices = [schema, ...(schema.anyOf ?? [])].flatMap((one) => one.enum ?? ('const' in one ? [one.const] : []))
  if (choices.length > 0) return choices.map(String)
  if (schema.anyOf) return schema.anyOf.flatMap(valuesOf).slice(0, 1)
  if (schema.type === 'boolean') return ['true', 'false']
  if (schema.type === 'integer' || schema.type === 'number') return [Math.max(1, schema.minimum ?? 1)]
  if (schema.type === 'array') return valuesOf(schema.items ?? {})
  const pattern = schema.pattern === undefined ? /^a$/ : new RegExp(schema.pattern, 'u')
  return samples.filter((text) => pattern.test(text)).slice(0, 1)
}

type Shown = string | number | boolean
const isShown = (value: unknown): value is Shown => ['string', 'number', 'boolean'].includes(typeof value)

/** Whether a row shows a filter's value: a text in part, a flag only as a flag. */
const shows = (value: string | number, shown: Shown): boolean =>
  typeof shown === 'string'
    ? shown.toLowerCase().includes(String(value).toLowerCase())
    : String(shown) === String(value)

/** Filters that ask for something else than the row's field of their name. */
const apart: Record<string, string> = {
  'walletList address': 'the copies have no addresses of a chain',
  'withdrawalList held': 'whether it is held; the row says why',
}

/** What a filter by ids holds; undefined for other filters. */
function idType({ anyOf, ...schema }: JsonSchema): 'integer' | 'string' | undefined {
  const [list] = [schema, ...(anyOf ?? [])].filter(({ type }) => type === 'array')
  const { type, pattern, enum: choices } = list?.items ?? {}
  if (type === 'integer') return 'integer'
  return type === 'string' && !choices && pattern !== '^[A-Z]{2}$' ? 'string' : undefined
}

/** Filters by ids whose lists don't say which have no row. */
const unnamed: Record<string, string> = {
  'subAgencyDays parentId': 'a row is a day, with the sums of all their sub-agencies',
  'subAgencyWeeks parentId': 'a row is a week, with the sums of all their sub-agencies',
}

/** Lists of names that are chosen, not pasted. */
const chosen = new Set(['channel', 'userChannel'])
/** Not filters: the language of the answer, and the value of a hint, of which only some have one. */
const other = new Set(['logList language', 'channelPeople value'])

/** @param of the product, and what fills every list, once they are there. */
export function filters(of: () => { product: TestProduct; filled: Filled }): void {
  test('each filter of each list is answered, and shows the rows that have its value', {
    timeout: 180_000,
  }, async () => {
    const { filled } = of()
    const wrong: string[] = []
    let asked = 0
    await each(declaredCalls.filter(isList), async (declared) => {
      const { name } = declared.call
      const whole = await ask(filled, declared, {})
      if ('refused' in whole) throw new Error(`${name}: ${JSON.stringify(whole)}`)
      const own = new Set(Object.keys(filled.asked(name).payload))
      for (const [field, schema] of fieldsOf(declared).filter(([field]) => !notFilters.has(field) && !own.has(field))) {
        const shownBy = ({ records }: Page) =>
          `${name} ${field}` in apart ? [] : records.map((row) => row[field]).filter(isShown)
        const shown = shownBy(whole)
        const held = shown.find((value) => value !== '' && typeof value !== 'boolean') as string | undefined
        const choices = valuesOf(schema)
        for (const value of choices.length > 1 || held === undefined ? choices : [held]) {
          asked += 1
          const page = await ask(filled, declared, { [field]: value })
          const found = 'refused' in page ? [] : shownBy(page)
          const other = found.find((one) => !shows(value, one))
          const fault =
            'refused' in page
              ? JSON.stringify(page.refused)
              : page.total > Math.max(whole.total, whole.records.length)
                ? 'more rows than without'
                : other !== undefined
                  ? `a row with ${other}`
                  : shown.some((one) => String(one) === String(value)) && found.length === 0
                    ? 'not found'
                    : ''
          if (fault) wrong.push(`${name} ${field}=${value}: ${fault}`)
        }
      }
    })
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(600)
  })

  test('a filter that a list lacks is refused by its name, of a page that names its build; what walks the pages is known', async () => {
    const { filled } = of()
    const wrong: string[] = []
    const lists = declaredCalls.filter(isList)
    await each(lists, async (declared) => {
      const { call } = declared
      const { client, payload } = filled.asked(call.name)
      const ours = { headers: { [buildHeader]: '0.3.0 test' } }
      const walked = { ...payload, ...(fieldsOf(declared).some(([name]) => name === 'size') && { size: 1 }) }
      const answer = await client.send(call, walked as never, ours)
      const refused = await client.send(call, { ...walked, colour: 'red' } as never, ours)
      const isNamed =
        refused.code !== 200 && refused.errorCode === 10009 && refused.detail?.some(({ field }) => field === 'colour')
      if (answer.code !== 200 || !isNamed)
        wrong.push(`${call.name}: ${JSON.stringify([answer, refused]).slice(0, 300)}`)
    })
    expect(wrong).toEqual([])
    expect(lists.length).toBeGreaterThan(80)
  })

  /** Ids as they are pasted: what a list's filter by ids has for its rows, two that no row has, and what separates them. */
  const unknown = { integer: [2_147_483_001, 2_147_483_002], string: ['no-such-id-1', 'no-such-id-2'] }

  test('a filter by ids takes several as they are pasted, shows the rows of each, and names those without one', {
    timeout: 180_000,
  }, async () => {
    const { filled } = of()
    const wrong: string[] = []
    let asked = 0
    await each(declaredCalls.filter(isList), async (declared) => {
      const { name } = declared.call
      const own = new Set(Object.keys(filled.asked(name).payload))
      for (const [field, schema] of fieldsOf(declared).filter(([field]) => !own.has(field))) {
        const type = idType(schema)
        if (!type || chosen.has(field)) continue
        asked += 1
        const whole = await ask(filled, declared, {})
        const held = 'refused' in whole ? [] : [...new Set(whole.records.map((row) => row[field]).filter(isShown))]
        const ids = [...held.slice(0, 2), ...unknown[type]]
        const page = await ask(filled, declared, {
          [field]: `#${ids[0]}, luciana ${ids[1]}\t${ids.slice(2).join('\u200b；')}`,
        })
        const few = held.slice(0, 2)
        const shown = 'refused' in page ? [] : page.records.map((row) => row[field]).filter(isShown)
        const fault =
          'refused' in page
            ? JSON.stringify(page.refused)
            : few.length > 0 && (few.some((id) => !shown.includes(id)) || shown.some((id) => !few.includes(id)))
              ? `${few.join(' ')} asked, ${[...new Set(shown)].join(' ')} shown`
              : `${name} ${field}` in unnamed || unknown[type].every((id) => page.missing?.[field]?.includes(id))
                ? ''
                : `${JSON.stringify(page.missing)} is named`
        if (fault) wrong.push(`${name} ${field}: ${fault}`)
      }
    })
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(60)
  })

  test('no filter of any list that cannot be read shows every row', { timeout: 180_000 }, async () => {
    const { filled } = of()
    const wrong: string[] = []
    await each(declaredCalls.filter(isList), async (declared) => {
      const { name } = declared.call
      const whole = await ask(filled, declared, {})
      if ('refused' in whole) throw new Error(`${name}: ${JSON.stringify(whole)}`)
      const own = new Set(Object.keys(filled.asked(name).payload))
      for (const [field, schema] of fieldsOf(declared).filter(([field]) => !notFilters.has(field) && !own.has(field)))
        for (const text of other.has(`${name} ${field}`) ? [] : [' ', '\u200b', '12x', '812 and 1o0445', '，']) {
          const page = await ask(filled, declared, { [field]: text })
          if (!('refused' in page) && (idType(schema) === 'integer' || (page.total > 0 && page.total >= whole.total)))
            wrong.push(`${name} ${field}=${JSON.stringify(text)}: ${page.total} of ${whole.total} rows`)
        }
    })
    expect(wrong).toEqual([])
  })

  test('the export of each list has a line for each of its rows', { timeout: 180_000 }, async () => {
    const { product, filled } = of()
    const wrong: string[] = []
    const exportable = declaredCalls.filter((one) => isList(one) && one.call.exportable)
    await each(exportable, async (declared) => {
      const { call } = declared
      const { client, payload } = filled.asked(call.name)
      const whole = await ask(filled, declared, {})
      const answer = await client.send(call, { ...payload, export: 'csv' } as never)
      if ('refused' in whole || answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify([whole, answer])}`)
      const { url } = answer.result as unknown as { url: string }
      const { body } = await product.app.inject({ url })
      const lines: unknown[] = parse(body, { bom: true, relax_column_count: true })
      if (lines.length - 1 < Math.min(whole.records.length, 200))
        wrong.push(`${call.name}: ${lines.length - 1} of ${whole.records.length} rows`)
    })
    expect(wrong).toEqual([])
  })
}
