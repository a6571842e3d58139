// Passes events to the rooms' handlers as the bridge does: a chunk in one transaction, handlers in order.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { eventHandlers } from '../src/app/app.events.ts'
import type { Arrived, Command, Plan } from '../src/bridge/index.ts'
import { type Database, inTransaction } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import type { Params } from '../src/params/index.ts'
import { testSeals } from './seals.ts'

const params = { text: (key: string) => (key === 'platform_time_zone' ? 'UTC' : '') } as unknown as Params
const now = new Date('2026-11-20T12:00:00Z')

/** An event; with `n` its id is derived from that number, so that it can be made again. */
export const arrived = <T extends EventType>(type: T, data: EventData<T>, at: Date, n?: number): Arrived =>
  ({
    id: n === undefined ? newId(at) : `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    type,
    at,
    data,
  }) as unknown as Arrived

export const inOrder = (events: Arrived[]): Arrived[] =>
  events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))

/** Runs handlers that need no money. @returns the resulting commands. */
export async function aChunk(database: Database, events: Arrived[], plans: Map<string, Plan<unknown>> = new Map()) {
  const commands: Command[] = []
  await inTransaction(database, async (tx) => {
    for (const handler of eventHandlers({ params, seals: testSeals })) {
      const own = events.filter((event) => handler.types.includes(event.type))
      if (own.length === 0) continue
      const made = await handler.plan({ tx, now, send: (command) => commands.push(command) }, own)
      own.forEach((event, index) => plans.set(event.id, made[index]!))
    }
  })
  return commands
}
