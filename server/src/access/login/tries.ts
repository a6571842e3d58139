// Every look at a password is a try, counted before it happens: 20 a minute from a network, and after 10 failures in
// 15 minutes the name is frozen for 15 (wire.md, Logging in 1). Names that are nobody's freeze as well.
import { wallNow } from '../../kit/clock.ts'
import type { Context } from '../../kit/context.ts'
import { inTransaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { Refusal } from '../../kit/refusal.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { networkOf } from '../network.ts'
import { after, before, hold, minute } from '../throttle.ts'
import * as queries from './queries.ts'
import { judgeTry } from './rules.ts'

export const nameOf = (username: string): string => username.toLowerCase()

/**
 * Writes the try down as a failure, committed before its password is looked at. `passTry` clears it.
 *
 * @returns the try's id, and how many failures of the name came before it within the window.
 * @throws Refusal 10008 beyond the network's tries a minute, 10005 when the name is frozen.
 */
export async function beginTry(
  params: Params,
  context: Context,
  username: string,
): Promise<{ id: string; failures: number }> {
  const name = nameOf(username)
  const network = networkOf(context.ip)
  const verdict = await inTransaction(context.database, async (tx) => {
    await hold(tx, `login network ${network}`)
    const now = wallNow()
    const ofNetwork = await queries.triesOfNetwork(tx, network, now)
    await hold(tx, `login name ${name}`)
    const since = before(now, params.integer('login_window_minutes') * minute)
    const failures = await queries.failuresOf(tx, name, since)
    const judged = judgeTry(
      { ofNetwork, ...failures },
      { perMinute: params.integer('login_tries_per_minute'), failures: params.integer('login_failures') },
      now,
    )
    const id = newId(now)
    if (judged === 'pass' || judged.counted)
      await queries.addAttempt(tx, { id, username: name, ip: context.ip, network, at: now })
    return judged === 'pass' ? { id, failures: failures.failures } : judged
  })
  if ('code' in verdict) throw new Refusal(verdict.code)
  return verdict
}

export const passTry = (context: Context, id: string) => queries.passAttempt(context.database, id)

/**
 * Freezes the name when this failure was one too many, and says so in the operation log. What strangers typed for a name
 * that is nobody's stays out of it.
 */
export async function settleFailure(
  params: Params,
  context: Context,
  username: string,
  staffId: number | null,
): Promise<void> {
  const name = nameOf(username)
  await inTransaction(context.database, async (tx) => {
    await hold(tx, `login name ${name}`)
    const now = wallNow()
    const since = before(now, params.integer('login_window_minutes') * minute)
    const { failures, frozenUntil } = await queries.failuresOf(tx, name, since)
    if (failures < params.integer('login_failures') || (frozenUntil && frozenUntil > now)) return
    const until = after(now, params.integer('login_freeze_minutes') * minute)
    await queries.freeze(tx, name, until)
    await record(tx, context, {
      operation: 'account.freeze',
      target: staffId === null ? 'staff' : `staff ${staffId}`,
      content: staffId === null ? 'a name that is nobody’s' : username,
      before: { frozenUntil },
      after: { frozenUntil: until, failures },
      actor: { id: staffId, username: staffId === null ? '' : username },
    })
  })
}
