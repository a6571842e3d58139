// Passes events to the rooms' handlers as the bridge does with a chunk, for tests of handlers without HTTP.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { AnyHandler, Arrived, Command, Verdict } from '../src/bridge/index.ts'
import { type Database, inTransaction } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { type Outcome, post } from '../src/ledger/index.ts'

/** An event at `at`, with its own id. */
export const anEvent = <T extends EventType>(type: T, at: Date, data: EventData<T>): Arrived =>
  ({ id: newId(at), type, at, data }) as Arrived

/** A bridge with `handlers`: remembers answers by id, and posts once per chunk in line order. */
export function openChunks(database: Database, handlers: readonly AnyHandler[], now: () => Date) {
  const answers = new Map<string, Verdict>()
  const commands: Command[] = []
  const send = async (events: readonly Arrived[]): Promise<Verdict[]> => {
    const fresh = [...new Map(events.map((event) => [event.id, event])).values()].filter(({ id }) => !answers.has(id))
    const verdicts = await inTransaction(database, async (tx) => {
      const chunk = { tx, now: now(), send: (command: Command) => void commands.push(command) }
      const found = new Map<string, Verdict>()
      const plans = new Map<string, { items: any[]; state: unknown }>()
      const parts = handlers.map((handler) => ({
        handler,
        of: fresh.filter(({ type }) => handler.types.includes(type)),
      }))
      for (const { handler, of } of parts) {
        if (of.length === 0) continue
        for (const [index, plan] of (await handler.plan(chunk, of)).entries()) {
          if ('refuse' in plan) found.set(of[index]!.id, plan)
          else plans.set(of[index]!.id, plan)
        }
      }
      const lines = fresh.filter(({ id }) => plans.has(id))
      const outcomes = await post(
        tx,
        'app',
        chunk.now,
        lines.flatMap(({ id }) => plans.get(id)!.items),
      )
      const own = new Map<string, Outcome[]>()
      let next = 0
      for (const { id } of lines) {
        const count = plans.get(id)!.items.length
        own.set(id, outcomes.slice(next, next + count))
        next += count
      }
      for (const { handler, of } of parts) {
        const settled = of
          .filter(({ id }) => plans.has(id))
          .map((event) => ({ event, state: plans.get(event.id)!.state, outcomes: own.get(event.id)! }))
        if (settled.length === 0 || !handler.settle) continue
        for (const [index, verdict] of (await handler.settle(chunk, settled)).entries())
          found.set(settled[index]!.event.id, verdict)
      }
      return found
    })
    for (const [id, verdict] of verdicts) answers.set(id, verdict)
    return events.map(({ id }) => answers.get(id) ?? {})
  }
  return { send, commands }
}
