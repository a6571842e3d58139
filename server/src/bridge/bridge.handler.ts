// How rooms handle the app's events: rooms define handlers, `app/` registers them, and the bridge runs them one chunk
// at a time (docs/architecture.md, "A chunk of events").
import type { CommandData, CommandType } from '@greenroom/contract/bridgeCommands.schema'
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../kit/database/database.ts'
import type { Item, Outcome } from '../ledger/index.ts'

/** One event of a chunk with its parsed data. `at` is when it happened, according to the app. */
export type Arrived<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; at: Date; data: EventData<K> }
}[T]

/** A command to the app, written to the outbox with its cause. */
export type Command = {
  [K in CommandType]: {
    type: K
    /** The command's subject; order is kept per subject and stream: `user:42`, `live:ab12`, `config:countries`. */
    subject: string
    data: CommandData<K>
    /** Its id (a UUIDv7 of now), where the sender has to know it. */
    id?: string
  }
}[CommandType]

/** Shared by the handlers of one chunk, including its transaction; commands are written after all have settled. */
export type Chunk = {
  tx: Transaction
  /** Business time of the arrival. */
  now: Date
  send(command: Command): void
}

/** Tells the app a user's new balances, after a change that no event's answer reports. */
export const walletChanged = (wallet: CommandData<'wallet.changed'>): Command => ({
  type: 'wallet.changed',
  subject: `user:${wallet.userId}`,
  data: wallet,
})

/** Refused at once, or the transfers it needs (ordered, maybe none) and data for `settle`. */
export type Plan<P> = { refuse: ErrorCode; why?: string } | { items: Item[]; state: P }

export type PlanWithoutMoney = { refuse: ErrorCode; why?: string } | { items: never[]; state: undefined }

/** A planned event, with an outcome for each of its items. */
export type Settled<T extends EventType, P> = { event: Arrived<T>; state: P; outcomes: Outcome[] }

/** The answer to the app. `result` is stored and returned again for a repeat. */
export type Verdict = { refuse: ErrorCode; why?: string } | { result?: Record<string, unknown> }

/**
 * A room's handling of some event types. One call gets all events of these types in a chunk, in line order and without
 * repeats. Handlers run in registry order, users first.
 *
 * `plan` locks its rows by id, writes what does not depend on money, and returns a plan for each event in order.
 * `settle` gets the events not refused with the ledger's outcomes, writes the rest, and returns a verdict for each in
 * order. Both are set-based: no query per event. Any order of arrival must give the same result as the order of `(at,
 * id)`.
 */
export type Handler<T extends EventType = EventType, P = unknown> = {
  types: readonly T[]
  /** Idempotent types among `types`, whose ids are not stored (heartbeat, online). */
  natural?: readonly T[]
} & (
  | {
      plan(chunk: Chunk, events: Arrived<T>[]): Promise<Plan<P>[]>
      settle(chunk: Chunk, settled: Settled<T, P>[]): Promise<Verdict[]>
    }
  /** Without `settle` nothing could answer what the ledger refuses: such events move no money. */
  | { plan(chunk: Chunk, events: Arrived<T>[]): Promise<PlanWithoutMoney[]>; settle?: undefined }
)

/** What is handled in place of an event: itself, or without words that may not be kept; nothing; or a refusal. */
export type Screened = { event: Arrived } | { ignored: true } | { refuse: ErrorCode; why?: string }

/** Looks at all events of a chunk before any handler does. @returns what it changes, by the event's id */
export type Screen = (chunk: Chunk, events: readonly Arrived[]) => Promise<ReadonlyMap<string, Screened>>

/** A handler as registered: of whatever events and plans, since it takes both. */
export type AnyHandler = {
  types: readonly any[]
  natural?: readonly any[]
  /** One handler may look at all events first. */
  screen?: Screen
  plan(chunk: Chunk, events: any[]): Promise<Plan<unknown>[]>
  settle?: ((chunk: Chunk, settled: any[]) => Promise<Verdict[]>) | undefined
}

/** Checks the types of a handler's parts against each other. */
export const defineHandler = <const T extends EventType, P = undefined>(handler: Handler<T, P>): AnyHandler => handler
