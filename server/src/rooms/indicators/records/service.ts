// The records behind a figure: for staff who may see figures and such records.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { figuresOf, peopleDays } from '@greenroom/contract/dashboards'
import { recordMenus } from '@greenroom/contract/figureRecords'
import type * as calls from '@greenroom/contract/indicators'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { requestOf } from '../figures/service.ts'
import { dayPlus } from '../fold/rules.ts'
import { listedOf } from './listed.ts'
import { recordsPage } from './queries.ts'

/**
 * @throws Refusal 10009 for a figure of another dashboard, one that counts no records, or days no longer kept; 10026 without access to the
 *   records' own menu
 */
export async function records(
  context: Context,
  payload: Parsed<typeof calls.indicatorRecords>,
): Promise<Answer<typeof calls.indicatorRecords>> {
  const { today, zones, span, filters, dashboard } = await requestOf(
    context,
    payload as Parameters<typeof requestOf>[1],
  )
  const { figure } = payload
  if (!figuresOf(dashboard).includes(figure)) throw refuseBecause(10009, 'figure', 'indicator.figure')
  const listed = listedOf(figure)
  if (!listed) throw refuseBecause(10009, 'figure', 'indicator.noRecords')
  const menu = recordMenus[listed.kind]
  if (levelOn(staffOf(context), menu) === 0) throw refuseBecause(10026, 'figure', 'menu.missing', { menus: menu })
  if (span.from <= dayPlus(today, -peopleDays))
    throw refuseBecause(10009, 'startTimeStr', 'indicator.recordsGone', { days: peopleDays })
  const page = await recordsPage(context, listed, { span, zones, filters, request: payload })
  return mapPage(page, ({ id, line, at, user, other, what, value }) => ({
    recordId: listed.kind === 'entries' ? `${id}:${line}` : id,
    at: at.toISOString(),
    user,
    other,
    what,
    value: value === null ? null : Number(value),
  }))
}
