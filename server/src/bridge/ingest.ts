// Processes a batch: lines, ordered chunks, one answer per line; a repeated batch gets the same answer.
import { hash } from 'node:crypto'
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import { type ErrorCode, errorMeaning } from '@greenroom/contract/errors'
import { sql } from 'kysely'
import { stoppedOf } from '../access/index.ts'
import type { Clock } from '../kit/clock.ts'
import { withoutContacts } from '../kit/contacts.ts'
import { type Database, inTransaction, runLater, type Transaction } from '../kit/database/database.ts'
import { isServersFault } from '../kit/database/unreachable.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { count, isMeasured, record } from '../kit/telemetry/meter.ts'
import { bisect } from '../kit/work/bisect.ts'
import { gather } from '../kit/work/gather.ts'
import { semaphore } from '../kit/work/semaphore.ts'
import { answerBefore, type Remembered, rememberAnswer } from './bridge.batches.ts'
import { type LineEnding, runChunk } from './bridge.chunk.ts'
import { type Event, type Line, lineOf, linesOf } from './bridge.lines.ts'
import { createdBy, type Subject } from './bridge.subjects.ts'
import type { BridgeClient } from './clients.ts'
import { countFailures } from './held.ts'
import { mute } from './outbox.ts'
import type { Registry } from './registry.ts'
import type { Traffic } from './traffic.ts'

export const batchLines = 10_000
export const batchBytes = 8 * 1024 * 1024

/** Lines per transaction: more would hold locks longer, fewer would cost more commits (measured, bench/README.md). */
const chunkLines = 500
/** Batches up to this size are combined with others that the client sends in the meantime. */
const fewLines = 100
/** Concurrent transactions in this process; the screens need connections too. */
const chunksAtOnce = 4
/** Bodies that may queue here; later ones are refused, to be retried. */
const bytesAtOnce = 128 * 1024 * 1024
/** Tries of a chunk that lost its ids or its locks to another transaction. */
const triesAgain = 4
const worthAnother = new Set(['23505', '40P01', '40001'])

/** The simulated app sends a longer history at its first start, and a client that brings that of an old console. */
const usualDays = 30
const isHistoric = ({ historyDays }: Batch['client']) => historyDays > usualDays

/** A history is recorded in its own time: events arrive when the newest of their chunk happened. */
const arrivalOf = (client: Batch['client'], events: readonly Event[], now: Date): Date =>
  isHistoric(client) && events.length > 0
    ? new Date(Math.min(now.getTime(), Math.max(...events.map(({ event }) => event.at.getTime()))))
    : now

/**
 * Its commits do not wait for the disk, which would take most of the time on a slow one. If the machine fails within that second, some
 * events of the simulated history are lost, but none is stored in part.
 */
const commitSoon = (tx: Transaction): Promise<void> => runLater(tx, sql`set local synchronous_commit = off`)

export type Batch = {
  client: Pick<BridgeClient, 'id' | 'name' | 'historyDays' | 'history'>
  webhookId: string
  body: Buffer
  /** Apps that count in diamonds have their own code for too few tokens. */
  diamonds: boolean
}

/** Why a batch gets no per-line answers; `status` is HTTP's. */
export class BatchRefused extends Error {
  readonly status: 400 | 409 | 503
  /** Of a 503: whether staff stopped the client, too much waits here, or no standby confirms commits. */
  readonly code: 'stopped' | 'busy' | 'standby' | undefined
  constructor(status: 400 | 409 | 503, message: string, code?: 'stopped' | 'busy' | 'standby') {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A smaller batch would fail too. */
const isSystemic = (error: unknown): boolean => error instanceof BatchRefused || isServersFault(error)

/** Nothing of a stopped client is taken, and nothing is refused permanently: it sends the same batch again. @throws BatchRefused 503 */
async function refuseStoppedClient(tx: Transaction, { id }: Batch['client']): Promise<void> {
  const stop = (await stoppedOf(tx, 'client', [String(id)])).get(String(id))
  if (stop) throw new BatchRefused(503, stop.why.message, 'stopped')
}

export type Ingest = {
  /** Processes a batch and returns its NDJSON answer. @throws BatchRefused */
  take(batch: Batch): Promise<Buffer>
}

type Options = {
  database: Database
  clock: Clock
  seals: Seals
  registry: Registry
  traffic: Traffic
  /** True while commits wait for a standby that is not there. */
  isUnconfirmed?: () => boolean
  /** Makes room for events as old as a history has them. */
  ensureHistory: () => Promise<void>
  onError: (error: unknown, where: string) => void
}

/** Events of one batch that share a transaction; `beside` is what those create that were split off after a failure. */
type Ask = { client: Batch['client']; now: Date; events: readonly Event[]; beside?: ReadonlySet<Subject> }

/** Where chunks begin and end. */
function* chunksOf(lines: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < lines; from += chunkLines) yield [from, Math.min(lines, from + chunkLines)]
}

const slotMs = 900_000
/** A time zone's day begins with a quarter of an hour. */
function slotOf(line: string): number {
  const [, at = ''] = /"at"\s*:\s*"([^"]{1,40})"/.exec(line) ?? []
  return Math.floor(Date.parse(at) / slotMs)
}

/** Those of a history, so that a chunk, which is recorded at one moment, is of one day in every time zone. */
function* slotsOf(lines: readonly string[]): Generator<[from: number, to: number]> {
  let from = 0
  for (let to = 1; to <= lines.length; to++)
    if (to === lines.length || to - from === chunkLines || slotOf(lines[to]!) !== slotOf(lines[from]!)) {
      yield [from, to]
      from = to
    }
}

/** Done once, and again after a failure. */
function once(work: () => Promise<void>) {
  let done: Promise<void> | undefined
  return {
    ready: () =>
      (done ??= work().catch((error: unknown) => {
        done = undefined
        throw error
      })),
  }
}

export function openIngest(options: Options): Ingest {
  const { database, clock, seals, registry, traffic, ensureHistory, onError } = options
  const months = once(ensureHistory)
  const inTurn = semaphore(chunksAtOnce)
  const running = new Map<string, { bodyHash: Buffer; answer: Promise<Remembered> }>()
  let bytes = 0

  const attempt = async ({ client, now, events, beside }: Ask): Promise<LineEnding[]> => {
    for (let tries = 1; ; tries++) {
      try {
        return await inTurn(() =>
          inTransaction(database, async (tx) => {
            await refuseStoppedClient(tx, client)
            if (client.history) mute(tx)
            else if (isHistoric(client)) await commitSoon(tx)
            return runChunk(tx, registry, client, now, events, beside)
          }),
        )
      } catch (error) {
        if (tries >= triesAgain || !worthAnother.has((error as { code?: string }).code ?? '')) throw error
      }
    }
  }

  /** Requests of one client in one transaction. Each keeps its own order; concurrent ones had none between them. */
  const attemptAll = async (asks: Ask[]): Promise<LineEnding[][]> => {
    const [{ client }] = asks as [Ask]
    const now = asks.reduce((latest, ask) => (ask.now > latest ? ask.now : latest), asks[0]!.now)
    const endings = await attempt({ client, now, events: asks.flatMap(({ events }) => events) })
    let from = 0
    return asks.map(({ events }) => endings.slice(from, (from += events.length)))
  }

  /** Per client: a client that sends one event per batch waits for one shared commit instead of one per batch. */
  const lanes = new Map<number, (ask: Ask) => Promise<LineEnding[]>>()
  const together = (ask: Ask): Promise<LineEnding[]> => {
    let lane = lanes.get(ask.client.id)
    if (!lane) {
      const sizeOf = ({ events }: Ask) => events.length
      lane = gather({ atOnce: 1, most: chunkLines, sizeOf, work: attemptAll, isSystemic })
      lanes.set(ask.client.id, lane)
    }
    return lane(ask)
  }

  /** A failing chunk is bisected until the failing lines are alone, so that the others are applied. */
  const resultsOf = (ask: Ask, way: (ask: Ask) => Promise<LineEnding[]>): Promise<LineEnding[]> => {
    const { events } = ask
    return bisect<Event, LineEnding>(events, {
      work: (some) =>
        some.length === events.length
          ? way(ask)
          : attempt({ ...ask, events: some, beside: createdBeside(events, some) }),
      alone: (event, error) => {
        onError(error, `event ${event.type} ${event.id}`)
        return { fault: error }
      },
      isSystemic,
    })
  }

  /** Counts the failures. @returns the ids that the server keeps from now on. */
  const heldOf = async (
    client: Batch['client'],
    now: Date,
    events: readonly Event[],
    results: readonly LineEnding[],
  ) => {
    const failures = events.flatMap((event, index) => {
      const result = results[index]!
      return 'fault' in result ? [{ event, error: result.fault }] : []
    })
    if (failures.length === 0) return new Set<string>()
    return countFailures(database, seals, { clientId: client.id, now, failures }).catch((error: unknown) => {
      if (isServersFault(error)) throw error
      // Not counted; the app sends them again.
      onError(error, 'bridge held events')
      return new Set<string>()
    })
  }

  const answersOf = async (batch: Batch, lines: readonly string[], from: number) => {
    const { client } = batch
    const { historyDays } = client
    const present = clock.now()
    if (client.history) await months.ready()
    const read = lines.map((line, index) =>
      untaken(lineOf(line, from + index, { now: present, historyDays }), registry),
    )
    const events = read.filter((line) => line.kind === 'event')
    const now = arrivalOf(client, events, present)
    const started = performance.now()
    const results = await resultsOf({ client, now, events }, events.length > fewLines ? attempt : together)
    const tookMs = performance.now() - started
    record('greenroom.bridge.chunk.duration', tookMs / 1_000, { client: client.name })
    const held = await heldOf(client, now, events, results)
    const resultAt = new Map(events.map((event, index) => [event.index, results[index]!]))
    return read.map((line) => {
      const answer =
        line.kind === 'refused'
          ? refusedAnswer(line.id, line.code, line.why)
          : answerOf(line, resultAt.get(line.index)!, held)
      // A refused line may name any type.
      const type = line.kind === 'event' || registry.takes(line.type as never) ? line.type : 'unknown'
      const lagMs = line.kind === 'event' && !isHistoric(client) ? now.getTime() - line.event.at.getTime() : 0
      traffic.count(now, { clientId: client.id, type, status: answer.status, lagMs, tookMs })
      if (isMeasured()) measure(client.name, type, answer, isHistoric(client) ? undefined : lagMs)
      if (answer.status === 'rejected')
        traffic.reject(now, {
          clientId: client.id,
          type: line.type,
          code: answer.errorCode!,
          why: withoutContacts(answer.errorMsg!),
          line: withoutContacts(line.line),
        })
      return batch.diamonds ? inDiamonds(answer) : answer
    })
  }

  const work = async (batch: Batch, bodyHash: Buffer): Promise<Remembered> => {
    const before = await answerBefore(database, batch.client.id, batch.webhookId)
    if (before) return before
    const lines = linesOf(batch.body)
    if (lines.length > batchLines) throw new BatchRefused(400, `a batch has at most ${batchLines} lines`)
    const answers: EventAnswer[] = []
    for (const [from, to] of batch.client.history ? slotsOf(lines) : chunksOf(lines.length))
      answers.push(...(await answersOf(batch, lines.slice(from, to), from)))
    const answer = Buffer.from(answers.map((line) => `${JSON.stringify(line)}\n`).join(''))
    // The same body under the same id is the app's next try of the lines that failed.
    if (answers.some(({ status }) => status === 'failed')) return { bodyHash, answer }
    return rememberAnswer(database, batch.client.id, batch.webhookId, { bodyHash, answer })
  }

  return {
    async take(batch) {
      // What was taken before, too: it may not be on a standby yet.
      if (options.isUnconfirmed?.())
        throw new BatchRefused(503, 'no standby confirms commits: send it again', 'standby')
      const bodyHash = hash('sha256', batch.body, 'buffer')
      const key = `${batch.client.id} ${batch.webhookId}`
      let same = running.get(key)
      if (!same) {
        if (bytes + batch.body.length > bytesAtOnce)
          throw new BatchRefused(503, 'too many requests, send again later', 'busy')
        bytes += batch.body.length
        const answer = work(batch, bodyHash).finally(() => {
          running.delete(key)
          bytes -= batch.body.length
        })
        same = { bodyHash, answer }
        running.set(key, same)
      }
      const other = () => new BatchRefused(409, 'this webhook-id was used before with another body')
      if (!same.bodyHash.equals(bodyHash)) throw other()
      const remembered = await same.answer
      if (!remembered.bodyHash.equals(bodyHash)) throw other()
      return remembered.answer
    },
  }
}

/** @param lagMs undefined for a history, which is old */
function measure(client: string, type: string, { status, errorCode }: EventAnswer, lagMs: number | undefined): void {
  count('greenroom.bridge.events', {
    client,
    type,
    outcome: status,
    ...(errorCode !== undefined && { 'error.type': errorCode }),
  })
  if (status === 'accepted' && lagMs !== undefined)
    record('greenroom.bridge.event.lag', Math.max(0, lagMs) / 1_000, { client })
}

/** What the others of `all` create: whether they are taken in is not known here. */
const createdBeside = (all: readonly Event[], some: readonly Event[]): Set<Subject> => {
  const own = new Set(some)
  return new Set(all.flatMap((event) => (own.has(event) ? [] : createdBy(event))))
}

/** A type without a handler is refused; accepting it would lose the event. */
const untaken = (line: Line, registry: Registry): Line =>
  line.kind === 'event' && !registry.takes(line.type)
    ? { ...line, kind: 'refused', code: 10009, why: 'type: not supported by this version' }
    : line

const refusedAnswer = (id: string, code: ErrorCode, why: string | null): EventAnswer => ({
  id,
  status: 'rejected',
  errorCode: code,
  errorMsg: why ?? errorMeaning.get(code) ?? 'refused',
})

function answerOf(event: Event, result: LineEnding, held: ReadonlySet<string>): EventAnswer {
  if ('fault' in result) return failedAnswer(event, held.has(event.id))
  if (result.refused !== null) return refusedAnswer(event.sentAs, result.refused, result.why)
  return {
    id: event.sentAs,
    status: result.repeated ? 'duplicate' : 'accepted',
    ...(result.result !== null && { result: result.result }),
  }
}

const failedAnswer = ({ sentAs }: Event, isHeld: boolean): EventAnswer => ({
  id: sentAs,
  status: 'failed',
  ...(isHeld && { held: true as const }),
  errorCode: 10001,
  errorMsg: `${errorMeaning.get(10001)}: ${isHeld ? 'kept here for staff, need not be sent again' : 'send it again with the same id'}`,
})

/** 1000124 is 60001 for an app that counts in diamonds. */
const inDiamonds = (answer: EventAnswer): EventAnswer =>
  answer.errorCode === 60001 ? { ...answer, errorCode: 1000124, errorMsg: errorMeaning.get(1000124)! } : answer
