// Home's figures: those of the dashboards, by minute.
import type { Answer } from '@greenroom/contract/call'
import type { todayFigures } from '@greenroom/contract/todayFigures'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { asOf } from '../figures/figures.queries.ts'
import { zonesNow } from '../figures/figures.service.ts'
import { dayOf } from '../fold/fold.rules.ts'
import type { CourseSubject } from '../indicators.subjects.ts'
import { courseOf, nowOf } from './indicatorHome.queries.ts'
import { type Figure, maySee, periodsOf } from './indicatorHome.rules.ts'

const dayMs = 86_400_000

/**
 * Today as far as facts are counted, and the same part of the days it is compared with: the figures of screens that the caller may read.
 *
 * @throws Refusal 10026 for a guild leader or an agent, and without any menu: figures of the platform are for the staff who work on it.
 */
export async function today(context: Context): Promise<Answer<typeof todayFigures>> {
  const { database, scope, now, timeZone } = context
  const staff = staffOf(context)
  const { administrator, permissions } = staff
  if (scope.kind !== 'platform') throw refuseBecause(10026, 'account', 'account.kind')
  if (!administrator && permissions.size === 0) throw refuseBecause(10026, 'menu', 'menu.none')
  const zones = await zonesNow(database, timeZone)
  const counted = await asOf(database, now)
  // While a long history is being counted, today is shown as far as counted.
  const at = now.getTime() - Date.parse(counted) > dayMs ? now : new Date(counted)
  const stretches = periodsOf(at, dayOf(at, zones), zones)
  const [course, current] = await Promise.all([courseOf(database, stretches), nowOf(database)])
  const seen = (figure: Figure, value: number) => (maySee(figure, (menu) => levelOn(staff, menu) > 0) ? value : null)
  const days = stretches.map(({ key, day }) => {
    const of = (subject: CourseSubject) =>
      course.find((one) => one.key === key && one.subject === subject) ?? { users: 0, amount: 0 }
    return {
      key,
      day,
      registrations: seen('registrations', of('newcomer').users),
      dau: seen('dau', of('active').users),
      revenue: seen('revenue', of('payment').amount),
      payers: seen('payers', of('payment').users),
      tokensSpent: seen('tokensSpent', of('tokens').amount),
      callAttempts: seen('callAttempts', of('call').amount),
      sessions: seen('sessions', of('live').amount),
    }
  })
  return { days, ...current, asOf: counted }
}
