// Figures that look at the days after a day are known once these are over.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { date, daysBefore } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'

/** How many days after its own a figure needs. */
export const knownAfter: Partial<Record<FigureKey, number>> = { churn: 7, d1Share: 1, conversion24h: 1 }

/** The last day whose n-th following day is over. */
export const knownDay = (today: string, after: number): string => daysBefore(today, after + 1)

/** The last day for which a figure is known; undefined if it needs no later days. */
export function useKnownUpTo(after: number | undefined): string | undefined {
  const { timeZone, clockOffset } = useSession()
  return after === undefined ? undefined : knownDay(date(new Date(Date.now() + clockOffset), timeZone), after)
}
