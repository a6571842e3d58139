// Retention: exactly day n, known once that day is over.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { returnDays } from '@greenroom/contract/dashboards'
import type * as calls from '@greenroom/contract/indicators'
import type { Context } from '../../../kit/context.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { filtersOf } from '../figures/facts.ts'
import { asOf } from '../figures/queries.ts'
import { zonesNow } from '../figures/service.ts'
import { spanFault, spanOfDays } from '../figures/spans.ts'
import { dayOf, dayPlus } from '../fold/rules.ts'
import { notesOn } from '../notes/queries.ts'
import { shownNote } from '../notes/service.ts'
import { cohortsOf } from './queries.ts'

/** A month of cohorts by default. */
const daysShown = 30

/** @throws Refusal 10009 for a span that ends before it begins, or is too long */
export async function cohorts(
  context: Context,
  payload: Parsed<typeof calls.indicatorCohorts>,
): Promise<Answer<typeof calls.indicatorCohorts>> {
  const { database: reader } = context
  const zones = await zonesNow(reader, context.timeZone)
  const today = dayOf(context.now, zones)
  const isGiven = payload.days ?? payload.startTimeStr ?? payload.endTimeStr
  const span = isGiven === undefined ? spanOfDays({ days: daysShown }, today) : spanOfDays(payload, today)
  const fault = spanFault(span)
  if (fault) throw refuseBecause(10009, 'endTimeStr', fault)
  const found = await cohortsOf(reader, payload.group ?? 'all', filtersOf(payload), span)
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
