// Every list × every sort × both directions, page by page while rows arrive: each row exactly once, and each page along an index.
import { declaredCalls } from '@greenroom/contract/allCalls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { each } from './each.ts'
import { filters } from './filters.suite.ts'
import { type Filled, fillLists } from './lists.fixture.ts'
import { nullableColumns, type Ordered, orderedBy, saysSo, sortsRows, type Watched, watchQueries } from './orders.ts'
import { startProduct, type TestProduct } from './product.ts'
import { todos } from './todos.suite.ts'
import { worldSettings } from './world/provider.ts'
import { fieldsOf } from './wrong.ts'

let product: TestProduct
let filled: Filled
let watched: Watched
beforeAll(async () => {
  product = await startProduct(worldSettings)
  filled = await fillLists(product)
  watched = watchQueries(product.database)
}, 240_000)
afterAll(() => product.close())

const callOf = new Map(declaredCalls.map(({ call }) => [call.name, call]))
const takes = (field: string) => (declared: (typeof declaredCalls)[number]) =>
  fieldsOf(declared).some(([name]) => name === field)
/** Each list, and those that have other sorts for some payloads. */
const names = [...declaredCalls.filter(takes('after')).map(({ call }) => call.name), 'memberList of a guild']

/** A list with fewer rows would be one page. */
const least = 8

type Row = Record<string, unknown>
type Page = { records: Row[]; next?: string; total: number }
type Asked = { size?: number; sort?: string; after?: string | undefined }

const send = (name: string, asked: Asked) => {
  const { client, payload } = filled.asked(name)
  return client.send(callOf.get(name.split(' ')[0]!)!, { ...payload, ...asked } as never)
}

/** One page. */
async function pageOf(name: string, asked: Asked): Promise<Page> {
  const answer = await send(name, asked)
  if (answer.code !== 200) throw new Error(`${name} ${JSON.stringify(asked)}: ${JSON.stringify(answer)}`)
  return answer.result as Page
}

/** The sorts, as the refusal of an unknown one names them. */
async function sortsOf(name: string): Promise<string[]> {
  const answer = await send(name, { sort: 'nothing' })
  const [detail] = (answer as { detail?: { params?: { values?: string[] } }[] }).detail ?? []
  return detail?.params?.values ?? []
}

/** What tells a list's rows apart: the first field that differs in all of them, or two fields; undefined if nothing does. */
function keyOf(rows: Row[]): ((row: Row) => string) | undefined {
  const fields = Object.keys(rows[0]!)
    .filter((field) => rows.every((row) => row[field] !== null))
    .toSorted((a, b) => Number(/id$/i.test(b)) - Number(/id$/i.test(a)))
  const tell = (of: string[]) => (row: Row) => JSON.stringify(of.map((field) => row[field]))
  const pairs = fields.flatMap((one) => fields.map((other) => [one, other]))
  const best = [...fields.map((field) => [field]), ...pairs].find(
    (of) => new Set(rows.map(tell(of))).size === rows.length,
  )
  return best && tell(best)
}

type Walk = {
  name: string
  sort: string
  key: (row: Row) => string
  /** The rows that were there from the start. */
  due: string[]
  seen: string[]
  after?: string | undefined
  ended: boolean
  /** A page ended at a row without a value. */
  blank: boolean
  order?: Ordered | undefined
}

/** All sorts of a list in both directions, or none if it has too few rows to page through. */
async function walksOf(name: string): Promise<Walk[]> {
  const records: Row[] = []
  for (let page: Page | undefined; !page || page.next; records.push(...page.records))
    page = await pageOf(name, { size: 200, after: page?.next })
  const key = records.length < least ? undefined : keyOf(records)
  if (key === undefined) return []
  return (await sortsOf(name)).flatMap((sort) =>
    ['', '-'].map((direction) => ({
      name,
      sort: `${direction}${sort}`,
      key,
      due: records.map(key),
      seen: [],
      ended: false,
      blank: false,
    })),
  )
}

/** Small pages first, which end anywhere; then the rest. Rows without a value are more than one page. */
const sizeOf = (walk: Walk, round: number) => [2, 1, 7][round] ?? Math.max(15, Math.ceil(walk.due.length / 4))

async function step(walk: Walk, round: number): Promise<void> {
  const asked = { size: sizeOf(walk, round), sort: walk.sort, after: walk.after }
  const { made: page, queries } = await watched(() => pageOf(walk.name, asked))
  walk.seen.push(...page.records.map(walk.key))
  walk.after = page.next
  walk.ended = page.next === undefined
  if (page.next) walk.blank ||= JSON.parse(Buffer.from(page.next, 'base64url').toString()).v === null
  walk.order ??= orderedBy(queries)
}

const walks: Walk[] = []

test('every list shows each row once, in every order, while others arrive', { timeout: 120_000 }, async () => {
  await each(names, async (name) => walks.push(...(await walksOf(name))))
  const why = filled.uncopied.map(({ table, why }) => `${table}: ${why}`).join('\n')
  const walked = new Set(walks.map(({ name }) => name))
  expect(names.length).toBeGreaterThan(110)
  expect(
    names.filter((name) => !walked.has(name)),
    why,
  ).toEqual([])

  for (let round = 0; walks.some(({ ended }) => !ended); round++) {
    await each(
      walks.filter(({ ended }) => !ended),
      (walk) => step(walk, round),
    )
    if (round < 2) await filled.arrive()
  }
  const wrong = walks.flatMap(({ name, sort, due, seen }) => {
    const [once, found] = [new Set(seen), new Set(due)]
    const lost = [...found].filter((row) => !once.has(row)).length
    const twice = seen.filter((row) => found.has(row)).length - [...once].filter((row) => found.has(row)).length
    return lost + twice > 0 ? [`${name} by ${sort}: ${lost} of ${due.length} lost, ${twice} shown twice`] : []
  })
  expect(wrong).toEqual([])
  // Requests without money at risk; orders that are not paid, or not refunded.
  const blank = walks.filter((walk) => walk.blank).map(({ name, sort }) => `${name} ${sort}`)
  expect(blank.toSorted()).toEqual([
    'approvalList -usdCents',
    'approvalList usdCents',
    'approvalMine -usdCents',
    'approvalMine usdCents',
    'rechargeList -paidAt',
    'rechargeList -refundedAt',
    'rechargeList paidAt',
    'rechargeList refundedAt',
  ])
})

/** Lists ordered by what a query makes, not by a column of a table: why it always has a value. */
const made: Record<string, string> = {
  agentMovementList: 'ids of transfers',
  booksJournal: 'ids of transfers',
  booksTrial: 'places in the chart of accounts',
  flowTokenList: 'ids of transfers',
  flowTransferList: 'ids of transfers',
  indicatorPeople: 'sums',
  indicatorRecords: 'moments of facts, which the span compares',
  indicatorReturned: 'ids of users',
  memberFlowEntries: 'ids of transfers',
  'memberList of a guild': 'sums, 0 for none',
  repeatList: 'counts and sums of chargebacks',
  userCallList: 'moments of requests, which each call has',
  userEntryList: 'ids of transfers',
  userGiftList: 'ids of gifts',
  userStatList: 'sums',
}

/** Sorts by a column of which a check of the table says that the list's rows have it. */
const checked: Record<string, string> = {
  'auditDisagreementList decidedAt': 'reviews that are done',
  'auditLogList decidedAt': 'reviews that are done',
}

/** Sorted in memory: few, and never without a value by its type. */
const inMemory = ['paramList']

test('each list is ordered by a column that always has a value, or says that it may have none', async () => {
  const nullable = await nullableColumns(product.database)
  expect(walks.filter(({ order }) => !order).map(({ name }) => name)).toEqual(
    walks.filter(({ name }) => inMemory.includes(name)).map(({ name }) => name),
  )
  const computed = walks.filter(({ order }) => order && order.table === undefined).map(({ name }) => name)
  expect([...new Set(computed)].toSorted()).toEqual(Object.keys(made).toSorted())
  const unsaid = walks.filter(({ order }) => order && nullable.has(`${order.table}.${order.column}`) && !saysSo(order))
  expect([...new Set(unsaid.map(({ name, sort }) => `${name} ${sort.replace('-', '')}`))].toSorted()).toEqual(
    Object.keys(checked).toSorted(),
  )
})

/** Lists of which a page sorts all rows, since no index has their order: how few these are. */
const sorted: Record<string, string> = {
  auditTemplateList: 'templates, which staff write',
  booksTrial: 'one month of the chart of accounts',
  clientList: 'clients of the bridge',
  deviceUserList: 'the users of one device',
  everyDayReportDetail: 'the anchors of one guild',
  financePromotionList: 'promoters, whom staff enter',
  giftList: 'the catalogue',
  indicatorPeople: 'users behind a figure, at most of the days that are kept',
  'memberList of a guild': 'the members of one guild, by points',
  policyList: 'policies of withdrawals, which staff write',
  repeatList: 'groups of chargebacks',
  statementMappingList: 'layouts of statements, which staff write',
  walletList: 'wallets of the chains',
}

test('each order has its index, so that a page reads a page', { timeout: 60_000 }, async () => {
  const found = new Set<string>()
  await each(walks, async ({ name, order }) => {
    if (order && (await sortsRows(product.database, order.query))) found.add(name)
  })
  expect([...found].toSorted()).toEqual(Object.keys(sorted).toSorted())
})

filters(() => ({ product, filled }))

todos(() => ({ product, filled }))
