// Sends the letters of the outbox: leases what is due, sends it outside every transaction, and stores what became of it. Any number of
// processes share the work.
import { setTimeout as sleep } from 'node:timers/promises'
import { isAsked } from '@greenroom/contract/moments'
import { wallNow } from '../kit/clock.ts'
import { commitHere, type Database, inTransaction } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { type Letter, letterOwner, type Way } from './notify.letter.ts'
import * as queries from './notify.queries.ts'
import { addressOf, isGivenUp, keptAnswer, type Outcome, pauseAfter } from './notify.rules.ts'
import { readerOf } from './reader.queries.ts'
import { quietUntil } from './reader.rules.ts'

/** Sends one letter; never throws. */
export type Sender = (id: string, letter: Letter) => Promise<Outcome>

export type NotifyOutbox = {
  start(): void
  /** One round: sends what is due now, and waits for what became of it. @returns how many letters were tried. */
  round(): Promise<number>
  /** Starts nothing more and waits for what is on its way. */
  close(): Promise<void>
}

const pollMs = 1_000
/** Longer than a sender takes to give up, so that nobody else sends a letter that is on its way. */
const leaseMs = 120_000
const most = 20
const graceMs = 2_000

export function openNotifyOutbox(options: {
  database: Database
  seals: Seals
  senders: Readonly<Record<Way, Sender>>
  onError: (error: unknown) => void
}): NotifyOutbox {
  const { database, seals, senders, onError } = options
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let turning: Promise<number> | undefined
  let stopping = false

  /** The letter as it is sent now; what became of it if it is not. An account is looked at again: it may be gone, moved, or asleep. */
  async function readyNow(
    { id, way, moment, staff_id: staffId, sealed }: queries.Leased,
    now: Date,
  ): Promise<Letter | 'gone' | { until: Date }> {
    const letter = JSON.parse(seals.open(sealed, letterOwner(id))) as Letter
    if (staffId === null || way === 'webhook' || isAsked(moment, way)) return letter
    const reader = await readerOf(database, staffId)
    const to = !reader ? '' : way === 'push' ? letter.to : addressOf(reader, way)
    if (!reader || to === '') return 'gone'
    const until = letter.urgent
      ? null
      : quietUntil(now, { zone: reader.zone, from: reader.quiet_from, to: reader.quiet_to })
    return until ? { until } : { ...letter, to }
  }

  async function sendOne(leased: queries.Leased): Promise<void> {
    const { id, way, attempts, first_at: firstAt } = leased
    const letter = await readyNow(leased, wallNow())
    if (letter === 'gone') return queries.letGo(database, { id, attempts }, wallNow())
    if ('until' in letter) return queries.postpone(database, { id, attempts, until: letter.until })
    const outcome = await senders[way](id, letter)
    const now = wallNow()
    const givenUp = isGivenUp(outcome, firstAt, now)
    // What a browser did not take within a day is no news, and nobody can mend it.
    if (!outcome.sent && (outcome.gone || (way === 'push' && givenUp)))
      return queries.letGo(database, { id, attempts }, now)
    const state = outcome.sent ? 'sent' : givenUp ? 'dead' : 'waiting'
    const nextAt = new Date(now.getTime() + pauseAfter(attempts))
    const answer = keptAnswer(outcome.answer, [letter.to, letter.text])
    await inTransaction(database, async (tx) => {
      await commitHere(tx)
      await queries.markEnded(tx, { id, attempts, state, nextAt, answer }, now)
    })
  }

  async function round(): Promise<number> {
    const now = wallNow()
    if (stopping || !(await queries.isAnythingDue(database, now))) return 0
    const leased = await inTransaction(database, async (tx) => {
      await commitHere(tx)
      return queries.leaseDue(tx, { now, until: new Date(now.getTime() + leaseMs), most })
    })
    const sending = leased.map((one) => {
      const work = sendOne(one)
        .catch(onError)
        .finally(() => running.delete(work))
      running.add(work)
      return work
    })
    await Promise.all(sending)
    return leased.length
  }

  function soon(milliseconds: number): void {
    if (stopping) return
    timer = setTimeout(() => {
      turning = round()
        .catch((error: unknown) => {
          if (!stopping) onError(error)
          return 0
        })
        .finally(() => soon(pollMs))
    }, milliseconds)
    timer.unref()
  }

  return {
    start: () => soon(0),
    round,
    async close() {
      stopping = true
      clearTimeout(timer)
      await Promise.race([Promise.allSettled([turning, ...running]), sleep(graceMs, undefined, { ref: false })])
    },
  }
}
