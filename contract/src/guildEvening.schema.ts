// Payload and result of the call for a leader's evening. Bonus is a whole number; amounts are millionths of a dollar or cents.
import { z } from 'zod'
import { count, instant, personRef } from './fields.ts'

const earned = z.object({ bonus: count(), usdMicros: count() })

export const guildEvening = {
  payload: z.object({}),
  answer: z.object({
    guild: z.object({ guildId: count(), name: z.string() }),
    day: z.iso.date(),
    endsAt: instant(),
    /** Of all anchors who earned for the guild, also those who have left; as in the day's report. */
    today: earned,
    /** Up to the same hour; null on the first day, and for guilds of which more than 100 anchors earned. */
    yesterday: earned.nullable(),
    /** The conditions of a valid day. */
    valid: z.object({ liveMinutes: count(), callMinutes: count() }),
    members: count(),
    /** Members whose day is valid already. */
    validAlready: count(),
    /** Members, who earned most first: at most 50. */
    anchors: z.array(
      z.object({
        anchor: personRef,
        today: earned,
        yesterday: earned.nullable(),
        /** With what is running. */
        liveMinutes: count(),
        callMinutes: count(),
        /** Zero if the day is valid; either of them makes it so. */
        missingLive: count(),
        missingCall: count(),
        running: z.enum(['live', 'call']).nullable(),
      }),
    ),
    /** The next level; null on the highest. */
    next: z
      .object({
        level: count(),
        /** The missing base. */
        missingCents: count(),
        gainCents: count(),
        /** Who would reach it at their pace of the last seven days, with so many more minutes each, within so many days; null if nobody. */
        reach: z.object({ anchors: z.array(personRef), minutes: count(), days: count() }).nullable(),
      })
      .nullable(),
  }),
}
