// Retention: exactly day n, known once that day is over.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { peopleDays, returnDays } from '@greenroom/contract/dashboards'
import type * as calls from '@greenroom/contract/indicators'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { narrowedTo } from '../breakdown/breakdown.narrowed.ts'
import { filtersOf } from '../figures/figures.facts.ts'
import { asOf } from '../figures/figures.queries.ts'
import { zonesNow } from '../figures/figures.service.ts'
import { spanFault, spanOfDays } from '../figures/figures.spans.ts'
import { dayOf, dayPlus } from '../fold/fold.rules.ts'
import { cohortsOf, returnedPage } from './cohorts.queries.ts'
import { notesOn } from './indicatorNotes.queries.ts'
import { shownNote } from './indicatorNotes.service.ts'

/** A month of cohorts by default. */
const daysShown = 30

/** @throws Refusal 10009 for a span that ends before it begins, or is too long */
export async function cohorts(
  context: Context,
  payload: Parsed<typeof calls.indicatorCohorts>,
): Promise<Answer<typeof calls.indicatorCohorts>> {
  const { database: reader } = context
  const { zones, today, span, filters } = await cohortRequest(context, payload)
  const found = filters ? await cohortsOf(reader, payload.group ?? 'all', filters, span) : []
  return {
    cohorts: found.map(({ day, size, ...back }) => ({
      day,
      size,
      ...(Object.fromEntries(
        returnDays.map((n) => [`d${n}`, dayPlus(day, n) < today ? back[`d${n}`] : null]),
      ) as Record<`d${(typeof returnDays)[number]}`, number | null>),
    })),
    notes: (await notesOn(reader, span)).map((note) => shownNote(context, note, 'retention')),
    zones: zones.filter((_, index) => index === 0 || zones[index - 1]!.since > span.from),
    asOf: await asOf(reader, context.now),
  }
}

type CohortPayload = Pick<
  Parsed<typeof calls.indicatorCohorts>,
  'days' | 'startTimeStr' | 'endTimeStr' | 'country' | 'channel' | 'platform' | 'sex' | 'promoterId'
>

/** The requested days and filters; null filters leave nobody. @throws Refusal 10009 for a span that ends before it begins, or is too long */
async function cohortRequest(context: Context, payload: CohortPayload) {
  const zones = await zonesNow(context.database, context.timeZone)
  const today = dayOf(context.now, zones)
  const isGiven = payload.days ?? payload.startTimeStr ?? payload.endTimeStr
  const span = isGiven === undefined ? spanOfDays({ days: daysShown }, today) : spanOfDays(payload, today)
  const fault = spanFault(span)
  if (fault) throw refuseBecause(10009, 'endTimeStr', fault)
  const { promoterId } = payload
  const own = filtersOf(payload)
  const filters =
    promoterId === undefined ? own : await narrowedTo(context.database, own, { by: 'promoter', of: String(promoterId) })
  return { zones, today, span, filters }
}

/** @throws Refusal 10026 without access to the user list, 10009 for days that are no longer kept */
export async function returned(
  context: Context,
  payload: Parsed<typeof calls.indicatorReturned>,
): Promise<Answer<typeof calls.indicatorReturned>> {
  if (levelOn(staffOf(context), 'users.list') === 0)
    throw refuseBecause(10026, 'cohortDay', 'menu.missing', { menus: 'users.list' })
  const { today, span: days, filters } = await cohortRequest(context, payload)
  const { cohortDay } = payload
  const span = cohortDay === undefined ? days : { from: cohortDay, to: cohortDay }
  if (span.from <= dayPlus(today, -peopleDays))
    throw refuseBecause(10009, 'startTimeStr', 'indicator.peopleGone', { days: peopleDays })
  const { group = 'all', backOn: after } = payload
  // Only days whose n-th day after is over: the others are not known yet.
  const known = after === undefined ? span.to : dayPlus(today, -1 - Number(after))
  const page = await returnedPage(
    context,
    { group, after, filters, span: { from: span.from, to: known < span.to ? known : span.to } },
    payload,
  )
  return mapPage(page, ({ user, day }) => ({ user, cohortDay: day }))
}
