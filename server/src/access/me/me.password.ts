// Changing one's own password, which ends every other session of the account.
import type { passwordChange } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { passwordChanged } from '@greenroom/contract/sentences/access'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { goodAgencyPassword, goodStaffPassword, hashPassword, passwordMatches } from '../access.password.ts'
import { beginTry, isTrusted, passTry, settleFailure } from '../login/login.tries.ts'
import * as queries from './me.queries.ts'

/** The code a new password is refused with; agency accounts have their own rule. */
export function refusedPassword(account: { unionId: number | null }, old: string, fresh: string): ErrorCode | null {
  const good = account.unionId === null ? goodStaffPassword(fresh) : goodAgencyPassword(fresh)
  if (!good) return 12007
  return fresh === old ? 10009 : null
}

/**
 * Sets a new password. The old one is throttled as in a log-in, so that an open session can't be used to guess it.
 *
 * @throws Refusal 12005 for a wrong old password, 10005 and 10008 after too many, 12007 for a weak new one, 10009 if it
 * equals the old one.
 */
export async function changePassword(params: Params, context: Context, sent: Parsed<typeof passwordChange>) {
  const staff = staffOf(context)
  const trusted = await isTrusted(context)
  const { id: tryId } = await beginTry(params, context, staff.username, trusted)
  const stored = await queries.passwordHashOf(context.database, staff.id)
  if (!(await passwordMatches(sent.password, stored))) {
    await settleFailure(params, context, staff.username, trusted, staff.id)
    throw refuseBecause(12005, 'password', 'password.wrong')
  }
  await passTry(context, tryId)
  const refused = refusedPassword(staff, sent.password, sent.newPassword)
  if (refused) throw refuseBecause(refused, 'newPassword', refused === 12007 ? 'password.simple' : 'password.same')
  const fresh = await hashPassword(sent.newPassword)
  return context.tx(async (tx) => {
    if (!(await queries.setPassword(tx, staff.id, stored, fresh))) throw new Refusal(12005)
    const ended = await queries.endOtherSessions(tx, staff.id, staff.sessionId)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: passwordChanged(staff.username),
      before: null,
      after: { otherSessionsEnded: ended },
    })
    return {}
  })
}
