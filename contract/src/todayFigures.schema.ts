// Payload and result of Home's figures.
import { z } from 'zod'
import { instant } from './fields.ts'

const count = () => z.number().int()

export const todayFigures = {
  payload: z.object({}),
  answer: z.object({
    days: z.array(
      z.object({
        key: z.enum(['today', 'yesterday', 'lastWeek']),
        day: z.iso.date(),
        // Figures of the dashboards by name (dashboards.ts); `tokensSpent` is the total consumption. Null where the caller may read no
        // screen that shows it.
        registrations: count().nullable(),
        dau: count().nullable(),
        revenue: count().nullable(),
        payers: count().nullable(),
        tokensSpent: count().nullable(),
        callAttempts: count().nullable(),
        sessions: count().nullable(),
      }),
    ),
    /** Current counts, for all staff. */
    online: count(),
    liveNow: count(),
    callsNow: count(),
    /** Up to when facts are counted. */
    asOf: instant(),
  }),
}
