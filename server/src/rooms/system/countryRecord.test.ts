import { countryCalls } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const country = async (code: string) =>
  (await admin.call(countryCalls.list, { q: code })).records.find((row) => row.code === code)!

/** Every country, page by page. */
async function walk(client: Client, sort: string) {
  const rows = []
  let after: string | undefined
  do {
    const page = await client.call(countryCalls.list, { sort, size: 100, ...(after && { after }) })
    rows.push(...page.records)
    after = page.next
  } while (after)
  return rows
}

const valid = {
  nameEn: 'Austria',
  nameCn: '奥地利',
  diallingCode: '+43',
  currency: 'EUR',
  region: 'Europe',
  sort: 14,
}

test('contains all of ISO 3166, each with dialling code and currency', async () => {
  const rows = await walk(admin, 'sort')
  expect(rows).toHaveLength(249)
  expect(new Set(rows.map((row) => row.code)).size).toBe(249)
  expect(rows.filter((row) => !row.enabled)).toEqual([])
  expect(rows.filter((row) => !/^\+[1-9]\d{0,5}$/.test(row.diallingCode)).map((row) => row.code)).toEqual(['AQ', 'HM'])
  expect(rows.filter((row) => !/^[A-Z]{3}$/.test(row.currency)).map((row) => row.code)).toEqual(['AQ'])
  expect(rows.filter((row) => row.names.en === '' || row.names.cn === '')).toEqual([])
  const known = {
    CN: '+86 CNY',
    US: '+1 USD',
    GB: '+44 GBP',
    SH: '+290 SHP',
    EH: '+212 MAD',
    VA: '+39 EUR',
    ZW: '+263 USD',
  }
  const found = Object.fromEntries(rows.map((row) => [row.code, `${row.diallingCode} ${row.currency}`]))
  expect(found).toMatchObject(known)
})

test('sorts by position, by code, and by name in the reader’s language', async () => {
  const english = (await walk(admin, 'name')).map((row) => row.names.en)
  expect(english).toHaveLength(249)
  expect(english).toEqual(english.toSorted(new Intl.Collator('en').compare))
  expect(english.indexOf('Åland Islands')).toBeLessThan(english.indexOf('Albania'))
  expect((await walk(admin, '-code')).map((row) => row.code).slice(0, 2)).toEqual(['ZW', 'ZM'])

  const { client } = await person(product, { permissions: { 'system.country': 1 }, language: 'cn' })
  const chinese = (await walk(client, 'name')).map((row) => row.names.cn)
  expect(chinese).toEqual(chinese.toSorted(new Intl.Collator('zh').compare))
  expect(await admin.refused(countryCalls.list, { sort: 'currency' })).toEqual({
    code: 10009,
    fields: ['sort'],
    reason: 'field.oneOf',
  })
})

test('filters by code, by part of a name in either language, and by dialling code', async () => {
  const codes = async (q: string) =>
    (await admin.call(countryCalls.list, { q, size: 200 })).records.map((row) => row.code)
  expect(await codes('cHn')).toContain('CN')
  expect(await codes('fr')).toContain('FR')
  expect(await codes('united arab')).toEqual(['AE'])
  expect(await codes('阿拉伯联合')).toEqual(['AE'])
  expect(await codes('+971')).toEqual(['AE'])
  expect(await codes('97')).toEqual(expect.arrayContaining(['AE', 'IL', 'QA']))
  expect(await codes('%')).toEqual([])
})

test('filters by region and by whether it is enabled', async () => {
  await admin.call(countryCalls.enable, { codes: ['AQ'], enabled: false })
  const off = await admin.call(countryCalls.list, { enabled: false })
  expect(off.records.map((row) => row.code)).toEqual(['AQ'])
  const europe = await admin.call(countryCalls.list, { region: 'Europe', size: 200 })
  expect(europe.total).toBeGreaterThan(40)
  expect(new Set(europe.records.map((row) => row.region))).toEqual(new Set(['Europe']))
})

test('of two updates of one version, one succeeds', async () => {
  const { version } = await country('DE')
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((nameEn) => admin.send(countryCalls.update, { code: 'DE', version, ...valid, nameEn })),
  )
  expect(answers.map((answer) => (answer.code === 200 ? 200 : answer.errorCode)).toSorted((a, b) => a - b)).toEqual([
    200, 20000, 20000,
  ])
})

test('a country without dialling code or currency can be edited as it is', async () => {
  const { version } = await country('AQ')
  await admin.call(countryCalls.update, {
    code: 'AQ',
    version,
    ...valid,
    nameEn: 'Antarctica',
    diallingCode: '',
    currency: '',
  })
  expect(await country('AQ')).toMatchObject({ diallingCode: '', currency: '' })
})

test('refuses unknown countries and malformed fields', async () => {
  expect(await admin.refused(countryCalls.update, { code: 'XX', version: 1, ...valid })).toMatchObject({ code: 10032 })
  for (const [field, value, reason] of [
    ['diallingCode', '43', 'field.invalid'],
    ['currency', 'euro', 'field.invalid'],
    ['sort', 10_000, 'field.tooLarge'],
    ['nameCn', '', 'field.required'],
  ])
    expect(
      await admin.refused(countryCalls.update, { code: 'AT', version: 1, ...valid, [String(field)]: value }),
    ).toEqual({
      code: 10009,
      fields: [field],
      reason,
    })
})
