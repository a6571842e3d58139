// The users behind a figure: for staff who may see figures and users.

import type { Answer, Parsed } from '@greenroom/contract/call'
import { type Dashboard, figuresOf, peopleDays } from '@greenroom/contract/dashboards'
import { offeredOn } from '@greenroom/contract/figureDimensions'
import type * as calls from '@greenroom/contract/indicators'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Filters } from '../figures/figures.facts.ts'
import { requestOf } from '../figures/figures.service.ts'
import { dayPlus } from '../fold/fold.rules.ts'
import { isOfDays } from './breakdown.days.ts'
import { narrowedTo } from './breakdown.narrowed.ts'
import { type DayPart, pausedPage, peoplePage } from './indicatorPeople.queries.ts'
import { countedUsersOf, pausedUsersOf } from './indicatorPeople.rules.ts'

/** @throws Refusal 10026 without access to the user list, 10009 for a figure that does not count users, or days no longer kept */
export async function people(
  context: Context,
  payload: Parsed<typeof calls.indicatorPeople>,
): Promise<Answer<typeof calls.indicatorPeople>> {
  if (levelOn(staffOf(context), 'users.list') === 0)
    throw refuseBecause(10026, 'figure', 'menu.missing', { menus: 'users.list' })
  const {
    today,
    zones,
    span: shown,
    filters,
    dashboard,
  } = await requestOf(context, payload as Parameters<typeof requestOf>[1])
  if (!figuresOf(dashboard).includes(payload.figure)) throw refuseBecause(10009, 'figure', 'indicator.figure')
  const { narrowed, part } = await partOf(context, payload, { dashboard, filters })
  const [counted, paused] = [countedUsersOf(payload.figure), pausedUsersOf(payload.figure)]
  if (!counted && !paused) throw refuseBecause(10009, 'figure', 'indicator.noPeople')
  const span = counted?.days === undefined ? shown : { ...shown, from: dayPlus(shown.to, 1 - counted.days) }
  if (span.from <= dayPlus(today, -peopleDays))
    throw refuseBecause(10009, 'startTimeStr', 'indicator.peopleGone', { days: peopleDays })
  const page = counted
    ? await peoplePage(context, counted, { span, zones, filters: narrowed, part, request: payload })
    : await pausedPage(context, paused!, { span, filters: narrowed, today, request: payload })
  return mapPage(page, ({ user, value }) => ({ user, value: Number(value) }))
}

/** The filters that name one part, and what they cannot name; a figure without such a part counts nobody there. */
async function partOf(
  { database }: Context,
  { figure, by, of }: Pick<Parsed<typeof calls.indicatorPeople>, 'figure' | 'by' | 'of'>,
  { dashboard, filters }: { dashboard: Dashboard; filters: Filters },
): Promise<{ narrowed: Filters | null; part?: DayPart }> {
  // A part of nothing is nobody's, never everybody's.
  if (by === undefined) return { narrowed: of === undefined ? filters : null }
  if (!offeredOn(dashboard, figure).includes(by)) return { narrowed: null }
  return isOfDays(by)
    ? { narrowed: filters, part: { by, of: of ?? '' } }
    : { narrowed: await narrowedTo(database, filters, { by, of: of ?? '' }) }
}
