// The records behind a figure: for staff who may see figures and such records.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type FigureKey, figuresOf, peopleDays } from '@greenroom/contract/dashboards'
import { type RecordKind, recordMenus, recordsOf } from '@greenroom/contract/figureRecords'
import type * as calls from '@greenroom/contract/indicators'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { mapPage, type Page } from '../../../kit/database/paging.ts'
import { definitions } from '../figures/figures.definitions.ts'
import { requestOf } from '../figures/figures.service.ts'
import { dayPlus } from '../fold/fold.rules.ts'
import { installsPage } from './figureRecords.installs.ts'
import { listedOf } from './figureRecords.listed.ts'
import { peakPage } from './figureRecords.peaks.ts'
import { type Asked, type RecordRow, recordsPage } from './figureRecords.queries.ts'

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
  const kind = recordsOf(figure)
  if (!kind) throw refuseBecause(10009, 'figure', 'indicator.noRecords')
  const menu = recordMenus[kind]
  if (levelOn(staffOf(context), menu) === 0) throw refuseBecause(10026, 'figure', 'menu.missing', { menus: menu })
  if (span.from <= dayPlus(today, -peopleDays))
    throw refuseBecause(10009, 'startTimeStr', 'indicator.recordsGone', { days: peopleDays })
  const { page, moment } = await pageBehind(context, { figure, kind }, { span, zones, filters, request: payload })
  const shown = mapPage(page, ({ id, line, at, value, ...rest }) => ({
    ...rest,
    recordId: kind === 'entries' ? `${id}:${line}` : id,
    at: at.toISOString(),
    value: value === null ? null : Number(value),
  }))
  return moment ? { ...shown, moment: moment.toISOString() } : shown
}

/** One page of the records, and the moment of a peak. */
async function pageBehind(
  context: Context,
  { figure, kind }: { figure: FigureKey; kind: RecordKind },
  asked: Asked,
): Promise<{ page: Page<RecordRow>; moment?: Date | null }> {
  if ('peak' in definitions[figure]) return peakPage(context, asked)
  if (kind === 'installs') return { page: await installsPage(context, asked) }
  return { page: await recordsPage(context, listedOf(figure)!, asked) }
}
