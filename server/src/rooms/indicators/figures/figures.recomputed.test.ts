// Every figure of the nine dashboards on small random histories, folded in random parts, compared with the raw facts: with late, corrected
// and marked facts, changes of country and channel, and changes of the platform's zone.
import { isDeepStrictEqual } from 'node:util'
import {
  cohortGroups,
  type DashboardKey,
  dashboardKeys,
  dashboards,
  figuresOf,
  figureUnits,
} from '@greenroom/contract/dashboards'
import {
  indicatorCohorts,
  indicatorDifference,
  indicatorFigures,
  indicatorPeople,
} from '@greenroom/contract/indicators'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { daysBetween } from '../fold/fold.rules.ts'
import { definitions } from './figures.definitions.ts'
import { fact, question, startHistory } from './figures.history.fixture.ts'
import { type FigureRequest, plus } from './figures.rawFacts.fixture.ts'
import { recompute, recomputeCohorts, recomputed } from './figures.recomputed.fixture.ts'

let product: TestProduct
let admin: Client
let history: Awaited<ReturnType<typeof startHistory>>
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  history = await startHistory(product)
})
afterAll(() => product.close())

const listed = [
  ['live', 'viewers'],
  ['live', 'broadcasters'],
  ['overall', 'payers'],
  ['overall', 'wau'],
  ['overall', 'mau'],
] as const

const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)))

/** Differences between dashboards and facts. */
async function differences(of: FigureRequest): Promise<unknown[]> {
  const filters = {
    country: of.country,
    channel: of.channel,
    platform: of.platform,
    startTimeStr: of.from,
    endTimeStr: of.to,
  }
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const found: unknown[] = []
  const bySex = new Map<string, Awaited<ReturnType<typeof recompute>>>()
  for (const kind of dashboardKeys) {
    const fixed = (dashboards[kind] as { sex?: string }).sex
    const sex = fixed ?? of.sex
    const key = sex ?? ''
    if (!bySex.has(key)) bySex.set(key, await recompute(product.database, { ...of, sex }))
    const truth = bySex.get(key)!
    const { figures, totals } = await admin.call(indicatorFigures, {
      kind: kind as DashboardKey,
      ...given,
      ...(fixed === undefined && sex !== undefined && { sex: sex as 'man' }),
    })
    for (const figure of figuresOf(dashboards[kind])) {
      const shown = { series: figures[figure]!.map(rounded), total: rounded(totals[figure] ?? null) }
      const counted = { series: truth[figure].series.map(rounded), total: rounded(truth[figure].total) }
      if (JSON.stringify(shown) !== JSON.stringify(counted)) found.push({ kind, figure, shown, counted, of })
    }
  }
  // The list of a figure's users has as many users as the figure counts.
  for (const [kind, figure] of listed) {
    const requested = { kind, ...given, ...(of.sex !== undefined && { sex: of.sex as 'man' }) }
    const { total } = await admin.call(indicatorPeople, { ...requested, figure })
    const { totals } = await admin.call(indicatorFigures, { ...requested, figures: [figure] })
    if (total !== totals[figure]) found.push({ figure, total, shown: totals[figure], of })
  }
  for (const group of cohortGroups) {
    const { cohorts } = await admin.call(indicatorCohorts, {
      group,
      ...given,
      ...(of.sex !== undefined && { sex: of.sex as 'man' }),
    })
    const counted = await recomputeCohorts(product.database, group, of)
    if (JSON.stringify(cohorts) !== JSON.stringify(counted)) found.push({ group, cohorts, counted, of })
  }
  return found
}

/** Where a comparison, or what explains it, differs from the two spans, each read by itself: those are proved above. */
async function comparisonDiffers(
  kind: DashboardKey,
  { sex: asked, ...of }: FigureRequest,
  compare: 'before' | 'year',
): Promise<unknown[]> {
  const sex = 'sex' in dashboards[kind] ? undefined : (asked as 'man' | undefined)
  const { from, to, today, ...filters } = of
  const given = {
    kind,
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
    ...(sex !== undefined && { sex }),
  }
  const days = daysBetween(from, to) + 1
  const complete = to < today ? days : daysBetween(from, today)
  const start = compare === 'before' ? plus(from, -days) : `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
  const read = (first: string, length: number) =>
    admin.call(indicatorFigures, { ...given, startTimeStr: first, endTimeStr: plus(first, length - 1) })
  const request = { ...given, startTimeStr: from, endTimeStr: to, compare }
  const full = await read(start, days)
  const [then, own] = [
    complete === days ? full : await read(start, complete || days),
    await read(from, complete || days),
  ]
  const { before } = await admin.call(indicatorFigures, request)
  const expected = {
    days: full.days,
    figures: full.figures,
    totals: complete > 0 ? then.totals : {},
    own: complete > 0 ? own.totals : {},
  }
  const found: unknown[] = isDeepStrictEqual(before, expected) ? [] : [{ kind, compare, before, expected, of }]
  for (const figure of figuresOf(dashboards[kind]).filter((one) => 'sum' in definitions[one])) {
    const explained = await admin.call(indicatorDifference, { ...request, figure })
    // A figure that has no value for these filters has nothing to explain.
    const sides = [then.totals[figure] ?? 0, own.totals[figure] ?? 0]
    if (!isDeepStrictEqual([explained.before, explained.after], sides))
      found.push({ kind, figure, compare, explained, sides, of })
    for (const { dimension, values } of explained.dimensions) {
      // Of many values the largest changes are shown.
      if (values.length === 10) continue
      const sums = [sum(values.map((value) => value.before)), sum(values.map((value) => value.after))]
      if (!isDeepStrictEqual(sums, sides)) found.push({ kind, figure, compare, dimension, values, sides, of })
    }
  }
  return found
}
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('every figure has a recomputation', () => {
  expect(Object.keys(recomputed).toSorted()).toEqual(Object.keys(figureUnits).toSorted())
  expect(new Set(dashboardKeys.flatMap((kind) => figuresOf(dashboards[kind])))).toEqual(
    new Set(Object.keys(recomputed)),
  )
})

test('while a day is running, every dashboard compares the days that are over', async () => {
  const unfiltered = { country: undefined, channel: undefined, platform: undefined, sex: undefined }
  const facts = fc.sample(fact, { numRuns: 60, seed: 7 })
  const request = await history.after(facts, { length: 7, end: 0, ...unfiltered })
  for (const kind of dashboardKeys) expect(await comparisonDiffers(kind, request, 'before')).toEqual([])
})

test('each equals its recomputation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fact, { minLength: 20, maxLength: 60 }),
      question,
      async (facts, { compare, ...asked }) => {
        const request = await history.after(facts, asked)
        expect(await differences(request)).toEqual([])
        for (const kind of dashboardKeys) expect(await comparisonDiffers(kind, request, compare)).toEqual([])
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})
