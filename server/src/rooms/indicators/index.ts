// The Data indicators room: figures folded from other rooms' facts, and their dashboards.
import { type IsRunning, inParts, type Round, resting, untilWritten } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Foreground } from '../../kit/work/foreground.ts'
import type { Params } from '../../params/index.ts'
import { pack } from './fold/fold.cluster.ts'
import { forgetOld } from './fold/fold.queries.ts'
import { dayOf } from './fold/fold.rules.ts'
import { foldFull, foldIndicators } from './fold/fold.service.ts'
import { zonesOf } from './fold/fold.zone.ts'

export { peopleOfChannels } from './breakdown/breakdown.channels.ts'
export { indicatorsRoutes } from './indicators.routes.ts'

/** A round ends after this many batches, so that its lock is not held for long; the next continues. */
const turns = 40
/** Beside a history, batches are smaller: rounds of other rooms wait until the transaction has ended (`kit/database/newRows.ts`). */
const touchedBeside = 6_000
/**
 * The fold pauses for a multiple of its working time, so that it uses a tenth of a core at most. All facts of a user's day that come in a
 * pause are counted at once, so the longer it is, the less each of them costs. The pause is limited both ways; screens show up to when
 * figures are complete, and those are two minutes old at most.
 */
const rest = { times: 9, leastMs: 5_000, mostMs: 90_000 }
/** The longest wait of a batch for exports: its transaction stays open meanwhile. */
const asideMs = 3_000

export const indicatorsRounds = ({
  database,
  clock,
  params,
  foreground,
  isFilling = async () => false,
}: {
  database: Database
  clock: Clock
  params: Params
  foreground: Foreground
  /** True while a history is being sent. */
  isFilling?: () => Promise<boolean>
}): Round[] => {
  const work = () => ({
    database,
    now: clock.now(),
    zone: params.text('platform_time_zone'),
    channels: params.integer('figure_channels'),
    aside: foreground.aside(asideMs),
  })
  return [
    {
      name: 'indicators-fold',
      milliseconds: 1_000,
      ...untilWritten,
      ...resting(clock, rest, async (isRunning: IsRunning) => {
        // A history comes in order of time: what is folded beside it is rarely touched again.
        if (await isFilling()) {
          await inParts(isRunning, turns, () => foldFull({ ...work(), touched: touchedBeside }))
          return false
        }
        await inParts(isRunning, turns, () => foldIndicators(work()))
        return true
      }),
    },
    { name: 'indicators-forget', milliseconds: 3_600_000, run: () => forgetOld(database, clock.now()) },
    {
      name: 'indicators-pack',
      milliseconds: 3_600_000,
      run: async (isRunning) => {
        const zones = await zonesOf(database)
        if (zones.length > 0) await inParts(isRunning, turns, () => pack(database, dayOf(clock.now(), zones)))
      },
    },
  ]
}
