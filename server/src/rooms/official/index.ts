// The Official room: what the platform shows, sells and sends in the app (docs/official.md).
import { sql } from 'kysely'
import type { AnyHandler } from '../../bridge/index.ts'
import { inParts, type Round, untilWritten } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { momentOf, textOf } from '../../kit/time.ts'
import type { Params } from '../../params/index.ts'
import { foldGifts } from './gift/officialGift.fold.ts'
import { type GiftServices, giftRoutes } from './gift/officialGift.ts'
import type { Pacing } from './message/officialMessage.chunk.ts'
import { messageHandler } from './message/officialMessage.events.ts'
import { forgetRecipients } from './message/officialMessage.retention.ts'
import { foldTicks, messagesJob, nextMessage, sendMessages } from './message/officialMessage.sending.ts'
import { messageRoutes } from './message/officialMessage.ts'
import { accountRoutes } from './officialAccount.ts'
import { shownRoutes } from './placement/placement.shown.ts'
import { placementRoutes } from './placement/placement.ts'

export { giftCards } from './gift/officialGift.cards.ts'
export { catalogueState } from './gift/officialGift.forApp.ts'
export { closeGifts, giftsInUse, openGifts } from './gift/officialGift.opening.ts'
export { giftNamesOf, type SendingRule, sendingRulesOf } from './gift/officialGift.queries.ts'
export { sendableAt } from './gift/officialGift.rules.ts'
export { giftsPriced } from './gift/officialGift.sold.ts'
export { officialTodos } from './official.todos.ts'
export { accountsState } from './officialAccount.ts'
export { advertsState, bannersState } from './placement/placement.forApp.ts'

export const officialHandlers: AnyHandler[] = [messageHandler]

type Services = GiftServices

export const officialRoutes = (services: Services): Served[] => [
  ...placementRoutes(services.fileUrl),
  ...shownRoutes(services.fileUrl),
  ...giftRoutes(services),
  ...messageRoutes(services.fileUrl),
  ...accountRoutes,
]

const second = 1_000
const hour = 3_600_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * hour)

/** A round ends after this many batches, so that its lock is not held for long; the next continues. */
const turns = 50

type Work = { database: Database; clock: Clock; params: Params; fileUrl: string }

export const officialRounds = ({ database, clock, params, fileUrl }: Work): Round[] => [
  {
    name: 'official-gifts',
    milliseconds: 2 * second,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => foldGifts(database, params.text('platform_time_zone'))),
  },
  {
    name: messagesJob,
    milliseconds: second / 5,
    ...untilWritten,
    nextDue: () => nextMessage(database, clock.now()),
    run: (isRunning) => inParts(isRunning, turns, () => sendMessages(database, pacingOf(clock.now(), params, fileUrl))),
  },
  {
    name: 'official-ticks',
    milliseconds: 10 * second,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => foldTicks(database)),
  },
  {
    name: 'official-recipients',
    milliseconds: hour,
    run: (isRunning) =>
      inParts(isRunning, turns, () =>
        forgetRecipients(database, daysBefore(clock.now(), params.integer('message_keep_days'))),
      ),
  },
]

const startOfDay = (now: Date, zone: string) => momentOf(textOf(now, zone).slice(0, 10), zone, 'now')

/** The pace of messages, and the maximum per user and business day. */
export const pacingOf = (now: Date, params: Params, fileUrl: string): Pacing => ({
  now,
  dayStart: startOfDay(now, params.text('platform_time_zone')),
  pace: params.integer('message_pace'),
  cap: params.integer('message_daily_cap'),
  // Well under 2 seconds.
  part: 20_000,
  chunk: 4_000,
  fileUrl,
})

/** Those of these files used by this room; they must be kept. */
export async function officialFilesInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select picture_id as id from official.placement where picture_id = any (${ids}::uuid[])
    union select picture_id from official.gift where picture_id = any (${ids}::uuid[])
    union select picture_id from official.message where picture_id = any (${ids}::uuid[])
    union select animation_id from official.gift where animation_id = any (${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
