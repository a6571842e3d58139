// Automatic changes of memberships: invitations expire, requests to leave are approved, and memberships end.

import type { Scope } from '../../../kit/calls/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import { agreeToLeaveIn, endInvitations } from './members.change.ts'
import { endPassed, roundContext } from './members.ending.ts'
import * as queries from './members.queries.ts'

const atOnce = 500
const dayMs = 86_400_000
const everyone: Scope = { kind: 'platform' }

/** These memberships, locked, with what other transactions changed in the meantime. */
const locked = async (tx: Transaction, ids: readonly number[], now: Date) => [
  ...(await queries.lockMembers(tx, everyone, ids, now)).values(),
]

/** Repeats until a batch is not full. */
async function inParts(database: Database, part: (tx: Transaction) => Promise<number>): Promise<void> {
  while ((await inTransaction(database, part)) === atOnce);
}

/** Ends what is due at `clock.now()`; each exactly once, however many processes do it. */
export async function sweepMembers({ database, clock, params }: { database: Database; clock: Clock; params: Params }) {
  const now = clock.now()
  await inParts(database, async (tx) => {
    const ids = await queries.dueInvitations(tx, now, atOnce)
    const open = (await locked(tx, ids, now)).filter((one) => one.state === 'invited' && one.expiresAt! <= now)
    await endInvitations(tx, roundContext(tx, now), open, 'lapsed')
    return ids.length
  })
  const before = new Date(now.getTime() - params.integer('guild_leave_days') * dayMs)
  await inParts(database, async (tx) => {
    const ids = await queries.dueRequests(tx, before, atOnce)
    const open = (await locked(tx, ids, now)).filter((one) => one.state === 'leaving' && one.endsAt === null)
    await agreeToLeaveIn(tx, roundContext(tx, now), open, params.text('platform_time_zone'))
    return ids.length
  })
  await inParts(database, (tx) => endPassed(tx, now, null, atOnce))
}
