// What a room does with the app's events: it defines handlers, `app/` hands them to the bridge, which runs them a chunk
// at a time (architecture, "A chunk of events").
import type { CommandData, CommandType, EventData, EventType } from '@greenroom/contract/bridge.schema'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../kit/database.ts'
import type { Item, Outcome } from '../ledger/index.ts'

/** One event of a chunk, its data parsed. `at` is the moment it happened, as the app says. */
export type Arrived<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; at: Date; data: EventData<K> }
}[T]

/** A command to the app, written to the outbox with what caused it. */
export type Command = {
  [K in CommandType]: {
    type: K
    /** Whose command it is; order is kept per subject and stream: `user:42`, `live:ab12`, `config:countries`. */
    subject: string
    data: CommandData<K>
  }
}[CommandType]

/** What the handlers of one chunk share. Its transaction is theirs; commands are written when all have settled. */
export type Chunk = {
  tx: Transaction
  /** Business time of the arrival. */
  now: Date
  send(command: Command): void
}

/** Refused at once, or the transfers it needs (none, or several in their order) and what `settle` wants to know again. */
export type Plan<P> = { refuse: ErrorCode; why?: string } | { items: Item[]; state: P }

/** An event whose plan was not refused, with an outcome for each of its items. */
export type Settled<T extends EventType, P> = { event: Arrived<T>; state: P; outcomes: Outcome[] }

/** What the app is told. `result` is remembered and answered again to a repeat. */
export type Verdict = { refuse: ErrorCode; why?: string } | { result?: Record<string, unknown> }

/**
 * A room's part in the events of some types. All events of these types in a chunk come in one call, in the order of the
 * lines, repeats already taken out. Handlers run in the order of the registry, users first.
 *
 * `plan` locks its rows by id, writes what does not depend on money, and answers a plan for each event in order.
 * `settle` gets those not refused, with the ledger's outcomes, writes the rest, and answers a verdict for each in order.
 * Both do set work: no query per event. An order of arrival other than the order of `(at, id)` must end the same.
 */
export type Handler<T extends EventType = EventType, P = unknown> = {
  types: readonly T[]
  /** Of `types`: those whose repeat changes nothing by their own key, so that their ids are not kept (heartbeat, online). */
  natural?: readonly T[]
  plan(chunk: Chunk, events: Arrived<T>[]): Promise<Plan<P>[]>
  settle?(chunk: Chunk, settled: Settled<T, P>[]): Promise<Verdict[]>
}

/** A handler as the registry keeps it. */
export type AnyHandler = Handler<any, any>

/** Types the handler's parts against each other. */
export const defineHandler = <const T extends EventType, P = undefined>(handler: Handler<T, P>): AnyHandler => handler
