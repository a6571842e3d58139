// A holder sets a password with the maker's link and the approver's code.
import type { passwordByLink } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { passwordSetByLink } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { hashToken } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { goodStaffPassword, hashPassword, passwordMatches } from '../access.password.ts'
import { endSessions, forgetFailures, setPassword } from '../login/passwordReset.queries.ts'
import { countTry } from '../throttle.ts'
import * as queries from './passwordLinks.queries.ts'

const perMinute = 20

/**
 * Sets the password, once, and ends all sessions of the account. An unknown link and a wrong code get the same answer after the same work.
 *
 * @throws Refusal 10008 above 20 a minute from one network, 12007 for a weak password, which costs no try, 12002 for a link or code that is wrong,
 * used or no longer valid.
 */
export async function setPasswordByLink(context: Context, sent: Parsed<typeof passwordByLink>) {
  await countTry(context, 'link', perMinute)
  if (!goodStaffPassword(sent.newPassword)) throw refuseBecause(12007, 'newPassword', 'password.simple')
  const wrong = () => refuseBecause(12002, 'code', 'link.wrong')
  const linkHash = hashToken(sent.token)
  const tried = await queries.takeTry(context.database, linkHash, wallNow())
  if (!(await passwordMatches(sent.code, tried?.code_hash ?? null)) || !tried) throw wrong()
  const hash = await hashPassword(sent.newPassword)
  return context.tx(async (tx) => {
    const account = await queries.spend(tx, linkHash, tried)
    if (!account) throw wrong()
    await setPassword(tx, account.id, hash)
    await forgetFailures(tx, account.username.toLowerCase())
    const ended = await endSessions(tx, account.id)
    await record(tx, context, {
      target: `staff ${account.id}`,
      content: passwordSetByLink(account.username),
      before: null,
      after: { sessionsEnded: ended },
      actor: { id: account.id, username: account.username, unionId: account.union_id, agentId: account.agent_id },
    })
    return { username: account.username }
  })
}
