// What each viewer sees when, compared with a model that checks every second and viewer.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languageOf, textFor } from './localized.ts'
import { type Planned, scheduleOf, shownTo, stateAt, type Viewer } from './shown.ts'

const countries = ['BR', 'FR']
const languages = ['en', 'pt']
const sexes = ['man', 'woman', 'none'] as const
const start = Date.parse('2026-01-01T00:00:00.000Z')
const seconds = 8
const at = (second: number) => new Date(start + second * 1_000).toISOString()

type Plan = Planned & { id: number; sort: number }

const plan: fc.Arbitrary<Omit<Plan, 'id' | 'sort'>> = fc.record({
  enabled: fc.boolean(),
  from: fc.option(fc.integer({ min: 0, max: seconds }).map(at)),
  to: fc.option(fc.integer({ min: 0, max: seconds }).map(at)),
  countries: fc.subarray(countries),
  sex: fc.option(fc.constantFrom(...sexes)),
  languages: fc.subarray(languages),
  minBuild: fc.constantFrom(0, 0, 5),
})
const plans = fc.array(plan, { maxLength: 6 }).map((all) => all.map((one, id): Plan => ({ ...one, id, sort: 10 - id })))

const viewers: Viewer[] = ['BR', 'FR', 'DE'].flatMap((country) =>
  sexes.flatMap((sex) =>
    ['en', 'pt', 'ru'].flatMap((language) => [0, 9].map((build) => ({ country, sex, language, build }))),
  ),
)

/** The definition, implemented naively. */
const sees = (one: Plan, viewer: Viewer, now: number): boolean => {
  if (!one.enabled) return false
  if (one.from !== null && now < Date.parse(one.from)) return false
  if (one.to !== null && now >= Date.parse(one.to)) return false
  if (one.countries.length > 0 && !one.countries.includes(viewer.country)) return false
  if (one.languages.length > 0 && !one.languages.includes(viewer.language)) return false
  return (one.sex === null || one.sex === viewer.sex) && viewer.build >= one.minBuild
}

describe('what is shown', () => {
  test('agrees with the model, in order', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: seconds }), fc.constantFrom(...viewers), (all, second, viewer) => {
        const now = start + second * 1_000
        const model = all.filter((one) => sees(one, viewer, now)).map(({ id }) => id)
        // Later ids have lower sorts.
        expect(shownTo(all, viewer, now).map(({ id }) => id)).toEqual(model.toReversed())
      }),
    )
  })

  test('has one state at any time, and never comes back once expired', () => {
    fc.assert(
      fc.property(plan, (one) => {
        const states = Array.from({ length: seconds + 1 }, (_, second) => stateAt(one, start + second * 1_000))
        const end = states.indexOf('expired')
        if (end >= 0) expect(new Set(states.slice(end))).toEqual(new Set(['expired']))
        if (!one.enabled) expect(states).not.toContain('effective')
      }),
    )
  })
})

describe('a schedule', () => {
  const spansAt = (spans: readonly { from: number; to: number }[], now: number) =>
    spans.filter(({ from, to }) => from <= now && now < to)

  test('reports every clash and gap, second by second', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 2 }), (all, slots) => {
        const { clashes, gaps } = scheduleOf(all, slots, start, start + seconds * 1_000)
        for (let second = 0; second < seconds; second++) {
          const now = start + second * 1_000
          const crowd = Math.max(...viewers.map((viewer) => shownTo(all, viewer, now).length))
          const [clash] = spansAt(clashes, now)
          expect(clash !== undefined).toBe(crowd > slots)
          if (clash) expect((clash as { ids?: number[] }).ids).toHaveLength(crowd)
          const forAll = all.some((one) => viewers.every((viewer) => sees(one, viewer, now)))
          expect(spansAt(gaps, now).length).toBe(forAll ? 0 : 1)
        }
      }),
    )
  })
})

test('a text falls back to English, never to nothing', () => {
  expect(['zh-TW', 'zh_Hant', 'zh-CN', 'zh', 'cn', 'pt-BR', 'EN-us', 'xx', ''].map(languageOf)).toEqual([
    'zh_tw',
    'zh_tw',
    'cn',
    'cn',
    'cn',
    'pt',
    'en',
    'en',
    'en',
  ])
  fc.assert(fc.property(fc.string(), (reported) => textFor({ en: 'hello', pt: 'oi' }, reported) !== undefined))
})
