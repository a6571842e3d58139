// Payloads and results of the calls for a guild's link.
import { z } from 'zod'
import { count, instant, personRef, publicCode } from './fields.ts'

/** What somebody does in the app before a guild can invite them. */
export const missingParts = ['certificate', 'phone', 'cover'] as const
/** `cannot`: for a reason that is not shown to the leader, such as another guild. */
export const askedStates = ['ready', 'missing', 'invited', 'joined', 'cannot'] as const

export const inviteLink = {
  payload: z.object({}),
  answer: z.object({
    guild: z.object({ guildId: count(), name: z.string() }),
    /** Null before the first, and while the guild takes nobody. */
    link: z.object({ code: z.string(), madeAt: instant(), opened: count() }).nullable(),
    /** The newest first, at most 100; for 30 days. */
    asked: z.array(
      z.object({
        user: personRef,
        at: instant(),
        state: z.enum(askedStates),
        missing: z.array(z.enum(missingParts)),
      }),
    ),
  }),
}

export const inviteLinkSave = {
  payload: z.object({}),
  answer: z.object({ code: z.string().regex(publicCode), madeAt: instant() }),
}
