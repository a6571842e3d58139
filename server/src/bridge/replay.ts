// Takes in what the server kept of events that had failed, as if the app sent them now, however old they are.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../kit/database/database.ts'
import { runChunk } from './bridge.chunk.ts'
import type { AnyHandler } from './bridge.handler.ts'
import { type Event, lineOf } from './bridge.lines.ts'
import { decided } from './held.ts'
import { mute } from './outbox.ts'
import { registryOf } from './registry.ts'

export type HeldLine = { id: string; clientId: number; client: string; line: string }

/** `refused` is a rule's final answer; null if the event is taken in, now or before. `unreadable`: it stays as it is. */
export type ReplayEnding = { refused: ErrorCode | null; why: string | null } | { unreadable: string }

/**
 * Runs the events in `tx`, each client's in the order in which they happened, and ends their failures. Endings by id.
 *
 * @throws what an event's handler throws, and for a refusal of one that names what an undecided event creates: then nothing is changed.
 */
export type Replay = (
  tx: Transaction,
  by: { staff: string; now: Date },
  held: readonly HeldLine[],
) => Promise<Map<string, ReplayEnding>>

const inOrder = (a: Event, b: Event) =>
  a.event.at.getTime() - b.event.at.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id))

export function openReplay(handlers: readonly AnyHandler[]): Replay {
  const registry = registryOf(handlers)
  return async (tx, { staff, now }, held) => {
    const endings = new Map<string, ReplayEnding>()
    const readable = held.flatMap(({ id, clientId, client, line }) => {
      const read = lineOf(line, 0, { now, historyDays: Number.POSITIVE_INFINITY })
      if (read.kind === 'event' && registry.takes(read.type)) return [{ clientId, client, event: read }]
      endings.set(id, { unreadable: read.kind === 'refused' ? read.why : 'type: not supported by this version' })
      return []
    })
    const histories = await historiesOf(tx)
    for (const [id, own] of Map.groupBy(readable, ({ clientId }) => clientId)) {
      mute(tx, histories.has(id))
      const events = own
        .map(({ event }) => event)
        .toSorted(inOrder)
        .map((event, index) => ({ ...event, index }))
      const ended = await runChunk(tx, registry, { id, name: own[0]!.client, replayedBy: staff }, now, events)
      const verdicts = ended.map((ending) => {
        if ('fault' in ending) throw ending.fault
        return ending
      })
      const receipts = events.map((event, index) => ({ id: event.id, refused: verdicts[index]!.refused }))
      // Also those that leave no receipt, or had one.
      await decided(staff, now, receipts).execute(tx)
      for (const [index, { id: eventId }] of events.entries()) {
        const { refused, why } = verdicts[index]!
        endings.set(eventId, { refused, why })
      }
    }
    mute(tx, false)
    return endings
  }
}

/** The clients that bring the history of an old console: nothing is sent because of what they brought. */
async function historiesOf(tx: Transaction): Promise<Set<number>> {
  const rows = await tx.selectFrom('bridge.client').select('id').where('history', '=', true).execute()
  return new Set(rows.map(({ id }) => id))
}
