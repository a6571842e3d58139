// What the app shows to whom and when: one pure function for the list, the preview and the app (docs/official.md). Periods
// are half-open; instants are ISO 8601 text.

/** A viewer of the app. `build` is the app's build number. */
export type Viewer = { country: string; sex: 'man' | 'woman' | 'none'; language: string; build: number }

/** A plan of staff. An empty list or a null means everyone. */
export type Planned = {
  enabled: boolean
  from: string | null
  to: string | null
  countries: readonly string[]
  sex: 'man' | 'woman' | 'none' | null
  languages: readonly string[]
  minBuild: number
}

export const shownStates = ['inactive', 'effective', 'expired'] as const
export type ShownState = (typeof shownStates)[number]

const millis = (instant: string | null, open: number) => (instant === null ? open : Date.parse(instant))

/** Derived from the time, without any action: *expired* once its period has ended, *inactive* when disabled or before. */
export function stateAt({ enabled, from, to }: Pick<Planned, 'enabled' | 'from' | 'to'>, now: number): ShownState {
  if (now >= millis(to, Number.POSITIVE_INFINITY)) return 'expired'
  return enabled && now >= millis(from, Number.NEGATIVE_INFINITY) ? 'effective' : 'inactive'
}

/** Whether the plan is for this viewer, regardless of time. */
export const isFor = (plan: Planned, viewer: Viewer): boolean =>
  (plan.countries.length === 0 || plan.countries.includes(viewer.country)) &&
  (plan.sex === null || plan.sex === viewer.sex) &&
  (plan.languages.length === 0 || plan.languages.includes(viewer.language)) &&
  viewer.build >= plan.minBuild

/** What this viewer sees at `now` (milliseconds), in the order of `sort`. */
export const shownTo = <P extends Planned & { sort: number }>(plans: readonly P[], viewer: Viewer, now: number): P[] =>
  plans.filter((plan) => stateAt(plan, now) === 'effective' && isFor(plan, viewer)).toSorted((a, b) => a.sort - b.sort)

/** A span of a schedule, in milliseconds. A gap has no names; a clash names the conflicting items. */
export type Span = { from: number; to: number; ids: number[] }

/** The country named most often in `plans`; empty if they name none. */
function fullestCountry(plans: readonly Planned[]): string {
  const counts = new Map<string, number>()
  for (const country of plans.flatMap((plan) => plan.countries)) counts.set(country, (counts.get(country) ?? 0) + 1)
  let [fullest, most] = ['', 0]
  for (const [country, count] of counts) if (count > most) [fullest, most] = [country, count]
  return fullest
}

/** The maximum number of `plans` that a viewer could see at once: for each sex and language, in the country that most of them name. */
function crowdOf<P extends Planned>(plans: readonly P[]): P[] {
  const languages = new Set([...plans.flatMap((plan) => plan.languages), ''])
  const build = Math.max(0, ...plans.map((plan) => plan.minBuild))
  let most: P[] = []
  for (const sex of ['man', 'woman', 'none'] as const)
    for (const language of languages) {
      const somewhere = plans.filter((plan) => isFor({ ...plan, countries: [] }, { country: '', sex, language, build }))
      if (somewhere.length <= most.length) continue
      const country = fullestCountry(somewhere)
      const seen = somewhere.filter((plan) => plan.countries.length === 0 || plan.countries.includes(country))
      if (seen.length > most.length) most = seen
    }
  return most
}

/**
 * Clashes and gaps of one position between `now` and `until`: a clash is a span in which one viewer would be shown more
 * than the position's `slots`; a gap one in which there is nothing that everyone sees.
 */
export function scheduleOf<P extends Planned & { id: number }>(
  plans: readonly P[],
  slots: number,
  now: number,
  until: number,
): { clashes: Span[]; gaps: Span[] } {
  const live = plans.filter((plan) => plan.enabled)
  const cuts = [
    now,
    until,
    ...live.flatMap(({ from, to }) => [millis(from, now), millis(to, until)]).filter((at) => at > now && at < until),
  ]
  const edges = [...new Set(cuts)].toSorted((a, b) => a - b)
  const clashes: Span[] = []
  const gaps: Span[] = []
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1]
    if (to === undefined) break
    const due = live.filter((plan) => stateAt(plan, from) === 'effective')
    const crowd = due.length > slots ? crowdOf(due) : []
    if (crowd.length > slots) join(clashes, { from, to, ids: crowd.map(({ id }) => id).toSorted((a, b) => a - b) })
    const forAll = due.some(
      (plan) => plan.countries.length + plan.languages.length + plan.minBuild === 0 && plan.sex === null,
    )
    if (!forAll) join(gaps, { from, to, ids: [] })
  }
  return { clashes, gaps }
}

/** Adds a span, merged with the previous one if they touch and have the same names. */
function join(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && last.to === span.from && last.ids.join() === span.ids.join()) last.to = span.to
  else spans.push(span)
}
