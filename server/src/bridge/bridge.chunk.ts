// A chunk of events in one transaction: claim ids, rooms plan, one ledger posting, rooms settle, then store ids and
// commands (docs/architecture.md, "A chunk of events").

import { movesMoney } from '@greenroom/contract/bridgeEvents.money'
import { isDeclared } from '@greenroom/contract/bridgeEvents.refusals'
import type { EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { Transaction } from '../kit/database/database.ts'
import { type Item, type Outcome, post } from '../ledger/index.ts'
import type { AnyHandler, Chunk, Command, Plan, Screened, Verdict } from './bridge.handler.ts'
import type { Event } from './bridge.lines.ts'
import { namedBy, type Subject, undecidedOf } from './bridge.subjects.ts'
import { send } from './outbox.ts'
import { type Ending, type Received, receivedBefore, storeReceipts } from './received.ts'
import type { Registry } from './registry.ts'

/** Not a verdict: nothing of the event was applied or is remembered. */
export type Fault = { fault: unknown }

/** A line's outcome; `repeated` if its id was accepted before with the same content. */
export type LineEnding = (Ending & { repeated: boolean }) | Fault

type Planned = { handler: AnyHandler; event: Event; plan: Plan<unknown> }

/** What becomes of events that no handler sees. */
function unseen(screened: ReadonlyMap<string, Screened>, events: readonly Event[]): Map<Event, Ending> {
  const endings = new Map<Event, Ending>()
  for (const event of events) {
    const found = screened.get(event.id)
    if (found === undefined || 'event' in found) continue
    endings.set(event, endingOf(event.type, 'refuse' in found ? found : undefined))
  }
  return endings
}

/** Who brings the events: a client, or staff who replay what the server kept of it. */
export type Sender = { id: number; name: string; replayedBy?: string }

/** A verdict as remembered. @throws for a code that the contract doesn't declare for this type: a fault, not a verdict. */
function endingOf(type: EventType, verdict: Verdict | undefined): Ending {
  if (!verdict || !('refuse' in verdict)) return { refused: null, why: null, result: verdict?.result ?? null }
  const { refuse, why = null } = verdict
  if (!isDeclared(type, refuse)) throw new Error(`${type} was refused with ${refuse}, which it does not declare`)
  return { refused: refuse, why, result: null }
}

/** A refusal of an event that names what an undecided event creates. */
const waitsFor = (subject: Subject): Fault => ({
  fault: new Error(`it names ${subject}, and the event that creates ${subject} failed and is not decided`),
})

/**
 * Runs the chunk in `tx` and returns each event's outcome, in order. If it throws, everything is rolled back. A unique
 * violation means that another transaction took one of the ids in the meantime: run the chunk again.
 *
 * @param now business time of the arrival.
 * @param beside what events create that belong to the same chunk but run in another transaction, as the whole failed.
 */
export async function runChunk(
  tx: Transaction,
  registry: Registry,
  client: Sender,
  now: Date,
  events: readonly Event[],
  beside: ReadonlySet<Subject> = new Set(),
): Promise<LineEnding[]> {
  const kept = events.filter((event) => !registry.isNatural(event.type))
  const received = await receivedBefore(
    tx,
    kept.map((event) => event.id),
  )
  const first = firstOfEachId(kept, received)
  const fresh = events.filter((event) => registry.isNatural(event.type) || first.has(event))

  const commands: Command[] = []
  const chunk: Chunk = { tx, now, send: (command) => void commands.push(command) }
  const sender = `app ${client.name}`
  const endings = await decide(chunk, registry, sender, fresh, beside)

  await storeReceipts(
    tx,
    { clientId: client.id, by: client.replayedBy ?? sender, now },
    [...first].flatMap((event) => {
      const ending = endings.get(event)!
      return 'fault' in ending ? [] : [{ id: event.id, type: event.type, hash: event.hash, ...ending }]
    }),
  )
  await send(tx, now, commands)

  const ofFirst = new Map([...first].map((event) => [event.id, { ...endings.get(event)!, hash: event.hash }]))
  return events.map((event): LineEnding => {
    const own = endings.get(event)
    if (own) return 'fault' in own ? own : { ...own, repeated: false }
    const before = received.get(event.id) ?? ofFirst.get(event.id)!
    if (!before.hash.equals(event.hash))
      return { refused: 10027, why: 'this id was used before with other content', result: null, repeated: false }
    if ('fault' in before) return { fault: before.fault }
    const { hash: _, ...ending } = before
    return { ...ending, repeated: true }
  })
}

/** Events with new ids; of a repeated id, the first line. */
function firstOfEachId(events: readonly Event[], received: ReadonlyMap<string, Received>): Set<Event> {
  const byId = new Map<string, Event>()
  for (const event of events) if (!received.has(event.id) && !byId.has(event.id)) byId.set(event.id, event)
  return new Set(byId.values())
}

/** Of these refused events, those that name what an undecided event creates, with it. */
async function waitingOf(
  chunk: Chunk,
  refused: readonly Event[],
  beside: ReadonlySet<Subject>,
): Promise<Map<Event, Subject>> {
  const named = new Set(refused.flatMap(namedBy))
  const undecided = await undecidedOf(chunk.tx, [...named])
  return new Map(
    refused.flatMap((event) => {
      const subject = namedBy(event).find((one) => undecided.has(one) || beside.has(one))
      return subject === undefined ? [] : [[event, subject] as const]
    }),
  )
}

/** Lets the handlers decide `events`, in registry order; money in line order. */
async function decide(
  chunk: Chunk,
  registry: Registry,
  actor: string,
  all: readonly Event[],
  beside: ReadonlySet<Subject>,
): Promise<Map<Event, Ending | Fault>> {
  const screened =
    registry.screen && all.length > 0
      ? await registry.screen(
          chunk,
          all.map(({ event }) => event),
        )
      : new Map<string, Screened>()
  const endings: Map<Event, Ending | Fault> = unseen(screened, all)
  const shown = (event: Event) => {
    const found = screened.get(event.id)
    return found && 'event' in found ? found.event : event.event
  }
  const byType = Map.groupBy(
    all.filter((event) => !endings.has(event)),
    (event) => event.type,
  )
  const planned: Planned[] = []
  for (const handler of registry.handlers) {
    const own = (handler.types as readonly EventType[]).flatMap((type) => byType.get(type) ?? [])
    if (own.length === 0) continue
    own.sort((a, b) => a.index - b.index)
    const plans: Plan<unknown>[] = await handler.plan(chunk, own.map(shown))
    if (plans.length !== own.length)
      throw new Error(`${handler.types[0]}: ${plans.length} plans of ${own.length} events`)
    own.forEach((event, index) => planned.push({ handler, event, plan: plans[index]! }))
  }

  const waiting = await waitingOf(
    chunk,
    planned.flatMap(({ event, plan }) => ('refuse' in plan ? [event] : [])),
    beside,
  )
  const outcomes = await postAll(chunk, actor, planned)
  for (const [handler, own] of Map.groupBy(planned, (one) => one.handler)) {
    for (const { event, plan } of own) {
      const subject = waiting.get(event)
      if (subject !== undefined) endings.set(event, waitsFor(subject))
      else if ('refuse' in plan) endings.set(event, endingOf(event.type, plan))
    }
    const agreed = own.filter(({ plan }) => !('refuse' in plan))
    if (agreed.length === 0) continue
    const settled = agreed.map(({ event, plan }) => ({
      event: shown(event),
      state: (plan as { state: unknown }).state,
      outcomes: outcomes.get(event) ?? [],
    }))
    const verdicts = handler.settle ? await handler.settle(chunk, settled) : settled.map(() => ({}))
    if (verdicts.length !== agreed.length)
      throw new Error(`${handler.types[0]}: ${verdicts.length} verdicts of ${agreed.length} events`)
    agreed.forEach(({ event }, index) => endings.set(event, endingOf(event.type, verdicts[index])))
  }
  return endings
}

async function postAll(chunk: Chunk, actor: string, planned: readonly Planned[]): Promise<Map<Event, Outcome[]>> {
  const moving = planned
    .flatMap(({ event, plan }) => {
      if ('refuse' in plan || plan.items.length === 0) return []
      // Its id would be forgotten.
      if (!movesMoney[event.type]) throw new Error(`${event.type} moves money, which it does not declare`)
      return [{ event, items: plan.items }]
    })
    .sort((a, b) => a.event.index - b.event.index)
  const items: Item[] = moving.flatMap((one) => one.items)
  const posted = await post(chunk.tx, actor, chunk.now, items)
  let next = 0
  return new Map(moving.map((one) => [one.event, posted.slice(next, (next += one.items.length))]))
}
