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
        // Figures of the dashboards by name (dashboards.ts); `tokensSpent` is the total consumption.
        registrations: count(),
        dau: count(),
        revenue: count(),
        payers: count(),
        tokensSpent: count(),
        callAttempts: count(),
        sessions: count(),
      }),
    ),
    /** Current counts. */
    online: count(),
    liveNow: count(),
    callsNow: count(),
    /** Up to when facts are counted. */
    asOf: instant(),
  }),
}
