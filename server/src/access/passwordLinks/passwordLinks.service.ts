// A holder sets a password with the maker's link and the approver's code.
import type { linkInfo, passwordByLink } from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { passwordSetByLink } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { hashToken } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { goodStaffPassword, hashPassword, passwordMatches } from '../access.password.ts'
import { factorsOf } from '../login/login.queries.ts'
import { strongestFactor } from '../login/login.rules.ts'
import { endSessions, forgetFailures, setPassword } from '../login/passwordReset.queries.ts'
import { countTry } from '../throttle.ts'
import { keptHash } from './passwordLinks.halves.ts'
import * as queries from './passwordLinks.queries.ts'

const perMinute = 20

/** What is not there for a wrong link, nor for one whose account is not made yet. */
const nothing = { username: '', invites: false, needsCode: true, secondFactor: 'none', expiresAt: null } as const

/** The state of a link whose request has not made it: `waits`, or it ended with the request. */
const stateOf = ({ state, expires_at }: { state: string; expires_at: Date }, now: Date) =>
  state === 'pending' && expires_at > now ? 'waits' : 'ended'

/**
 * What a link is good for. Guesses are counted as tries to set a password are.
 *
 * @throws Refusal 10008 above 20 a minute from one network
 */
export async function describeLink(
  context: Context,
  { token }: Parsed<typeof linkInfo>,
): Promise<Answer<typeof linkInfo>> {
  await countTry(context, 'link', perMinute)
  const linkHash = hashToken(token)
  const link = await queries.linkOf(context.database, linkHash)
  if (!link) {
    const request = await queries.requestOfLink(context.database, keptHash(linkHash))
    if (!request) return { state: 'wrong', ...nothing }
    const invites = request.kind === 'staff.save'
    return { state: stateOf(request, context.now), ...nothing, username: request.username ?? '', invites }
  }
  const open = link.ended_at === null && link.deleted_at === null && link.status !== 0
  const state = (): Answer<typeof linkInfo>['state'] => {
    if (link.outcome === 'used') return 'used'
    if (!open) return 'ended'
    if (link.approval_state === 'pending') return 'waits'
    if (link.approval_state !== null && link.approval_state !== 'approved') return 'ended'
    return link.expires_at > wallNow() ? 'open' : 'expired'
  }
  return {
    state: state(),
    username: link.username,
    invites: link.invites,
    needsCode: link.made_by === null,
    secondFactor: strongestFactor(await factorsOf(context.database, link.staff_id)),
    expiresAt: link.expires_at.toISOString(),
  }
}

/**
 * Sets the password, once, and ends all sessions of the account. A link that one account made alone takes no code, and that account counts as
 * knowing the password: whatever strengthens the account voids it. An unknown link and a wrong code get the same answer after the same work.
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
  const right = await passwordMatches(sent.code ?? '', tried?.code_hash ?? null)
  if (!tried || (tried.made_by === null && !right)) throw wrong()
  const hash = await hashPassword(sent.newPassword)
  return context.tx(async (tx) => {
    const account = await queries.spend(tx, linkHash, tried, wallNow())
    if (!account) throw wrong()
    await setPassword(tx, account.id, hash, tried.made_by)
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
