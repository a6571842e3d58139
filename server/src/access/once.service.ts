// A call is done once for each operation id: its transaction keeps the id, and a second request with it gets the first one's answer.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { operationSettle } from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { operationIdField } from '@greenroom/contract/operationId'
import { type Context, staffOf } from '../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import { sharedSecret } from '../kit/encryption/sharedSecret.ts'
import * as queries from './once.queries.ts'
import { textOfPayload } from './once.rules.ts'

/** The first request's transaction has ended meanwhile. */
class DoneBefore extends Error {
  constructor() {
    super('done before under this operation id')
  }
}

/** An answer of an earlier request that told secrets, or that was lost with its server: what it created is found by reading it. */
export type Repeated = { done: true }

export type Answered = { result: unknown; repeated: boolean }

/** Runs a call with an operation id: `run` is its handler. */
export type RunOnce = (context: Context, id: string, payload: object, run: () => Promise<unknown>) => Promise<Answered>

/**
 * @returns runs calls once for each id of an account. A refusal is not remembered.
 * @throws (when run) Refusal 20000 if the id was used for another payload; what the handler throws
 */
export function runOnce(database: Database): RunOnce {
  let secret: Promise<Buffer> | undefined
  /** Requests of this process, so that a second one waits without a connection, and for the answer. */
  const running = new Map<string, Promise<unknown>>()

  return async (context, id, payload, run) => {
    const key = { account: context.caller?.id ?? 0, call: context.call.name, id }
    secret ??= sharedSecret(database, 'operations')
    const hash = createHmac('sha256', await secret)
      .update(textOfPayload(payload))
      .digest()
    const place = `${key.account} ${key.call} ${key.id}`
    for (let first = running.get(place); first; first = running.get(place)) await first.catch(() => undefined)
    const attempt = runFirst(database, context, key, hash, run)
    running.set(place, attempt)
    try {
      return await attempt
    } finally {
      running.delete(place)
    }
  }
}

/** Of an id that was given up before its call was done: no payload has this hash, so a late request is refused. */
const givenUp = Buffer.alloc(0)

/** Says what became of a call of the caller, waiting for one that runs; one that wasn't done can't be done any more. */
export const settleOperation = (
  context: Context,
  { call, operationId }: Parsed<typeof operationSettle>,
): Promise<Answer<typeof operationSettle>> =>
  context.tx(async (tx) => {
    const key = { account: staffOf(context).id, call, id: operationId.toLowerCase() }
    if (await queries.begin(tx, key, givenUp, wallNow())) return { done: false }
    const known = await queries.operationOf(tx, key)
    return { done: known !== undefined && !known.payload.equals(givenUp) }
  })

/** Between the commit of a call and its answer a server does little; one that takes longer has ended. */
const answersWithinMs = 1_000
const lookEveryMs = 20

/** The operation, with its answer if another server is about to add that: what it did is committed a moment earlier. */
async function answeredOf(database: Database, key: queries.OperationKey): Promise<queries.Operation | undefined> {
  for (const from = performance.now(); ; await sleep(lookEveryMs)) {
    const done = await queries.operationOf(database, key)
    if (!done || done.answer !== null || done.payload.equals(givenUp)) return done
    const isRecent = wallNow().getTime() - done.at.getTime() < longestCallMs
    if (!isRecent || performance.now() - from > answersWithinMs) return done
  }
}

/** A call that began earlier was answered, or never will be. */
const longestCallMs = 90_000

async function runFirst(
  database: Database,
  context: Context,
  key: queries.OperationKey,
  hash: Buffer,
  run: () => Promise<unknown>,
): Promise<Answered> {
  const earlier = async (): Promise<Answered | undefined> => {
    const done = await answeredOf(database, key)
    if (!done) return undefined
    if (!done.payload.equals(hash)) throw refuseBecause(20000, operationIdField, 'operation.used')
    const isWhole = done.answer !== null && !done.told
    return { result: isWhole ? done.answer : { ...(done.answer as object | null), done: true }, repeated: true }
  }
  const found = await earlier()
  if (found) return found

  let isKept = false
  context.once = {
    async begin(tx) {
      if (!isKept && !(await queries.begin(tx, key, hash, wallNow()))) throw new DoneBefore()
    },
    committed: () => {
      isKept = true
    },
  }
  try {
    const result = (await run()) as object
    if (isKept) {
      const secrets = context.call.secrets ?? []
      const kept = Object.entries(result).filter(([field]) => !secrets.includes(field))
      await queries.keep(database, key, Object.fromEntries(kept), kept.length < Object.keys(result).length)
    }
    return { result, repeated: false }
  } catch (error) {
    if (isKept) {
      // Something was written before the refusal, such as a wrong code that counts: the act itself was not done.
      if (error instanceof Refusal) await queries.forget(database, key)
      throw error
    }
    // The other request may have ended after this one looked, and before this one looked at what it had changed.
    if (error instanceof DoneBefore || error instanceof Refusal) {
      const other = await earlier()
      if (other) return other
    }
    throw error
  }
}
