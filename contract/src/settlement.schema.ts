// Payloads and results of the settlement calls. Cents and millionths of a dollar are whole numbers; rates are basis points.
import { z } from 'zod'
import {
  can,
  id,
  instant,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  personRef,
  prose,
  reason,
  rowId,
  version,
} from './fields.ts'
import { disputeOutcomes, settlementLineKinds, settlementMethods, settlementStates, sumReasons } from './words.ts'

const count = () => z.number().int()
/** A week by its Monday. */
const week = () => z.iso.date()

/** One step of a sum; the screens put it into words. */
export const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('base'), directMicros: count(), subMicros: count(), subs: count() }),
  z.object({
    step: z.literal('level'),
    /** Whole: one rate for all. Marginal: each slice at its own; `rateBp` is then the effective one, rounded down. */
    kind: z.enum(['whole', 'marginal']),
    level: count(),
    fromCents: count(),
    nextFromCents: count().nullable(),
    rateBp: count(),
    /** The rate is agreed with the parent, whatever the level. */
    agreed: z.boolean(),
    slices: z.array(z.object({ fromCents: count(), rateBp: count(), micros: count(), cents: count() })),
  }),
  z.object({ step: z.literal('commission'), baseMicros: count(), rateBp: count(), cents: count() }),
  z.object({ step: z.literal('override'), subs: count(), baseMicros: count(), cents: count() }),
  z.object({ step: z.literal('bonus'), anchors: count(), bonus: count(), cents: count() }),
  z.object({ step: z.literal('salary'), anchors: count(), to: z.enum(['guild', 'anchors']), cents: count() }),
  z.object({ step: z.literal('held'), anchors: count(), bonus: count(), cents: count() }),
  /** `anchorCents`: the part that is taken from the anchors themselves. */
  z.object({ step: z.literal('deductions'), count: count(), cents: count(), anchorCents: count() }),
  z.object({ step: z.literal('corrections'), weeks: z.array(z.string()), cents: count() }),
  z.object({ step: z.literal('carriedIn'), cents: count() }),
  z.object({ step: z.literal('payable'), cents: count() }),
  z.object({ step: z.literal('carriedOut'), cents: count() }),
])
export type Step = z.infer<typeof step>
