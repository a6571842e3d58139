// A person's data: what is known of whom, and how it is forgotten (docs/operating.md, A person's data). It empties tables of all rooms, by their
// declarations.
import type { AnyHandler } from '../../bridge/index.ts'
import { inParts, type Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import { deletionHandler } from './deletion.events.ts'
import { type Erasing, eraseDue } from './erase/erase.job.ts'
import { keptOf } from './keptHashes.ts'
import { forfeitLate, forgetLate, removeOld } from './retention.ts'

export { privacyApprovals } from './deletion.approval.ts'
export { type Erasing, eraseAgain, eraseDue, type Tombstone } from './erase/erase.job.ts'
export { privacyRoutes } from './privacy.routes.ts'
export { noteRead } from './reads.ts'

export const privacyHandlers = (params: Params): AnyHandler[] => [deletionHandler(params)]

/** Of these devices, by their keys, those that somebody erased was banned on, with the end of the ban. */
export const bannedBefore =
  (seals: Seals) =>
  async (tx: Transaction, deviceKeys: readonly string[], now: Date): Promise<Map<string, Date | null>> => {
    const asked = deviceKeys.map((text) => ({ kind: 'device' as const, text }))
    const kept = await keptOf(tx, seals, asked, now)
    return new Map(
      deviceKeys.flatMap((key) => {
        const found = kept.get(`device ${key}`)
        return found?.banned ? [[key, found.bannedUntil] as const] : []
      }),
    )
  }

/** Of these people, those on whose device or number somebody erased had a registration benefit. */
export const benefitBefore =
  (seals: Seals) =>
  async (
    tx: Transaction,
    people: readonly { userId: bigint; device: string; number: string }[],
    now: Date,
  ): Promise<Set<bigint>> => {
    const asked = people.flatMap(({ device, number }) => [
      { kind: 'device' as const, text: device },
      { kind: 'number' as const, text: number },
    ])
    const kept = await keptOf(
      tx,
      seals,
      asked.filter(({ text }) => text !== ''),
      now,
    )
    const had = ({ device, number }: { device: string; number: string }) =>
      kept.get(`device ${device}`)?.benefit === true || kept.get(`number ${number}`)?.benefit === true
    return new Set(people.filter(had).map(({ userId }) => userId))
  }

/** Deletions of one turn; the next goes on. */
const turns = 5
const hour = 60 * 60_000

export const privacyRounds = (at: Erasing & { database: Database; clock: Clock; params: Params }): Round[] => [
  { name: 'erase-people', milliseconds: 5_000, run: (isRunning) => inParts(isRunning, turns, () => eraseDue(at)) },
  {
    name: 'retention',
    milliseconds: hour,
    run: async (isRunning) => {
      await removeOld(at, isRunning)
      await forfeitLate(at)
      await forgetLate(at)
    },
  },
]
