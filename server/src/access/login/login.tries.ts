// Log-in throttling. Every password check is a try, counted before it happens: at most 20 a minute from a network, and
// after 10 failures in 15 minutes the name is frozen for 15. Unknown names freeze as well.
// Tries from whitelisted networks are counted separately: strangers who freeze a name don't lock out staff there, and
// guessing from there is stopped too.
import { accountFrozen } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { isListed, networkOf } from '../network.ts'
import { after, before, hold, minute } from '../throttle.ts'
import * as queries from './login.queries.ts'
import { judgeTry } from './login.rules.ts'

export const nameOf = (username: string): string => username.toLowerCase()

/** Whether the caller's network is whitelisted. */
export const isTrusted = async (context: Context): Promise<boolean> =>
  isListed(context.ip, await queries.trustedNetworks(context.database, context.now))

/**
 * Records the try as a failure, committed before the password is checked; `passTry` clears it.
 *
 * @returns the try's id, and the number of earlier failures of the name within the window.
 * @throws Refusal 10008 above the network's tries per minute, 10005 if the name is frozen.
 */
export async function beginTry(
  params: Params,
  context: Context,
  username: string,
  trusted: boolean,
): Promise<{ id: string; failures: number }> {
  const name = nameOf(username)
  const network = networkOf(context.ip)
  const verdict = await inTransaction(context.database, async (tx) => {
    await hold(tx, `login network ${network}`)
    const now = wallNow()
    const ofNetwork = await queries.triesOfNetwork(tx, network, now)
    await hold(tx, `login name ${name}`)
    const since = before(now, params.integer('login_window_minutes') * minute)
    const failures = await queries.failuresOf(tx, name, trusted, since)
    const judged = judgeTry(
      { ofNetwork, ...failures },
      { perMinute: params.integer('login_tries_per_minute'), failures: params.integer('login_failures') },
      now,
    )
    const id = newId(now)
    if (judged === 'pass' || judged.counted)
      await queries.addAttempt(tx, { id, username: name, ip: context.ip, network, trusted, at: now })
    return judged === 'pass' ? { id, failures: failures.failures } : judged
  })
  if ('code' in verdict) throw new Refusal(verdict.code)
  return verdict
}

export const passTry = (context: Context, id: string) => queries.passAttempt(context.database, id)

/**
 * Freezes the name if it had too many failures, and logs it. Unknown names, which strangers may type freely, stay out
 * of the log.
 */
export async function settleFailure(
  params: Params,
  context: Context,
  username: string,
  trusted: boolean,
  staffId: number | null,
): Promise<void> {
  const name = nameOf(username)
  await inTransaction(context.database, async (tx) => {
    await hold(tx, `login name ${name}`)
    const now = wallNow()
    const since = before(now, params.integer('login_window_minutes') * minute)
    const { failures, frozenUntil } = await queries.failuresOf(tx, name, trusted, since)
    if (failures < params.integer('login_failures') || (frozenUntil && frozenUntil > now)) return
    const minutes = params.integer('login_freeze_minutes')
    const until = after(now, minutes * minute)
    await queries.freeze(tx, name, trusted, until)
    await record(tx, context, {
      operation: 'account.freeze',
      target: staffId === null ? 'staff' : `staff ${staffId}`,
      content: accountFrozen({ username: staffId === null ? undefined : username, minutes, failures }),
      before: { frozenUntil },
      after: { frozenUntil: until, failures, trustedNetwork: trusted },
      actor: { id: staffId, username: staffId === null ? '' : username },
    })
  })
}
