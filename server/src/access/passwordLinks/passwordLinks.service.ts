// A holder sets a password with the maker's link and the approver's code.
import type { linkCode, linkInfo, passwordByLink } from '@greenroom/contract/access'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { passwordSetByLink } from '@greenroom/contract/sentences/access'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { hashToken } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import { goodStaffPassword, hashPassword, passwordMatches } from '../access.password.ts'
import { factorsOf } from '../login/login.queries.ts'
import { strongestFactor } from '../login/login.rules.ts'
import { endSessions, forgetFailures, setPassword } from '../login/passwordReset.queries.ts'
import { maskPhone, readPhone } from '../phone.ts'
import { rightCode, spendCode } from '../sms/sms.codes.ts'
import { type SmsServices, sendTo } from '../sms/sms.service.ts'
import { countTry } from '../throttle.ts'
import { keptHash } from './passwordLinks.halves.ts'
import * as queries from './passwordLinks.queries.ts'

const perMinute = 20

/** What is not there for a wrong link, nor for one whose account is not made yet. */
const nothing = {
  username: '',
  invites: false,
  needsCode: true,
  secondFactor: 'none',
  phone: '',
  provesPhone: false,
  expiresAt: null,
} as const

export type LinkServices = SmsServices & {
  /** Whether text messages reach people: otherwise no number can be proved. */
  smsSends: boolean
}

type Link = NonNullable<Awaited<ReturnType<typeof queries.linkOf>>>

/** The number that an invitation was made with. */
const phoneOf = ({ invites, area_code, phone }: Link) => (invites && phone !== '' ? readPhone(area_code, phone) : null)

/** What is left of a link that was made. */
function stateOfLink(link: Link): Answer<typeof linkInfo>['state'] {
  if (link.outcome === 'used') return 'used'
  if (link.ended_at !== null || link.deleted_at !== null || link.status === 0) return 'ended'
  if (link.approval_state === 'pending') return 'waits'
  if (link.approval_state !== null && link.approval_state !== 'approved') return 'ended'
  return link.expires_at > wallNow() ? 'open' : 'expired'
}

/** The state of a link whose request has not made it: `waits`, or it ended with the request. */
const stateOf = ({ state, expires_at }: { state: string; expires_at: Date }, now: Date) =>
  state === 'pending' && expires_at > now ? 'waits' : 'ended'

/**
 * What a link is good for. Guesses are counted as tries to set a password are.
 *
 * @throws Refusal 10008 above 20 a minute from one network
 */
export async function describeLink(
  { smsSends }: LinkServices,
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
  const phone = phoneOf(link)
  return {
    state: stateOfLink(link),
    username: link.username,
    invites: link.invites,
    needsCode: link.made_by === null,
    secondFactor: strongestFactor(await factorsOf(context.database, link.staff_id)),
    phone: phone ? maskPhone(phone) : '',
    provesPhone: smsSends && phone !== null,
    expiresAt: link.expires_at.toISOString(),
  }
}

const wrongLink = () => refuseBecause(12002, 'code', 'link.wrong')

/**
 * Sends a code to the number that the account was made with: its holder proves it.
 *
 * @throws Refusal 12002 for a link that is not open, 12003 for an account without a number, 10008 above 20 a minute from one network; 1000104,
 * 1000175, 1000174, 11001 too often; 11002 if the provider refuses
 */
export async function sendLinkCode(services: LinkServices, context: Context, { token }: Parsed<typeof linkCode>) {
  await countTry(context, 'link', perMinute)
  const link = await queries.linkOf(context.database, hashToken(token))
  if (!link || stateOfLink(link) !== 'open') throw wrongLink()
  const phone = phoneOf(link)
  if (!phone) throw refuseCode(12003, 'token')
  const actor = { id: link.staff_id, username: link.username }
  const recipient = { phone, exists: true, reveals: true, proven: true, actor }
  return sendTo(services, context, recipient, { validate: 'register', language: context.language })
}

/** The code that proves the account's number, unspent; null where nothing has to be proved. @throws Refusal 12002 */
async function provedBy({ smsSends }: LinkServices, context: Context, linkHash: Buffer, code: string | undefined) {
  const link = await queries.linkOf(context.database, linkHash)
  const phone = link ? phoneOf(link) : null
  if (!phone || (!smsSends && code === undefined)) return null
  const wrong = refuseBecause(12002, 'phoneCode', 'code.wrong')
  if (code === undefined) throw wrong
  const id = await rightCode(context, { purpose: 'register', number: phone.e164, code })
  if (id === null) throw wrong
  return { id, wrong }
}

/**
 * Sets the password, once, and ends all sessions of the account. A link that one account made alone takes no code, and that account counts as
 * knowing the password: whatever strengthens the account voids it. An unknown link and a wrong code get the same answer after the same work.
 *
 * @throws Refusal 10008 above 20 a minute from one network, 12007 for a weak password, which costs no try, 12002 for a link or code that is wrong,
 * used or no longer valid, or if the account's number is not proved where it has to be.
 */
export async function setPasswordByLink(services: LinkServices, context: Context, sent: Parsed<typeof passwordByLink>) {
  await countTry(context, 'link', perMinute)
  if (!goodStaffPassword(sent.newPassword)) throw refuseBecause(12007, 'newPassword', 'password.simple')
  const linkHash = hashToken(sent.token)
  const tried = await queries.takeTry(context.database, linkHash, wallNow())
  const right = await passwordMatches(sent.code ?? '', tried?.code_hash ?? null)
  if (!tried || (tried.made_by === null && !right)) throw wrongLink()
  const proof = await provedBy(services, context, linkHash, sent.phoneCode)
  const hash = await hashPassword(sent.newPassword)
  return context.tx(async (tx) => {
    const account = await queries.spend(tx, linkHash, tried, wallNow())
    if (!account) throw wrongLink()
    if (proof && !(await spendCode(tx, proof.id))) throw proof.wrong
    await setPassword(tx, account.id, hash, tried.made_by)
    if (proof) await queries.provePhone(tx, account.id)
    if (account.sentTo !== '') await queries.proveMail(tx, account.id, account.sentTo)
    await forgetFailures(tx, account.username.toLowerCase())
    const ended = await endSessions(tx, account.id)
    await record(tx, context, {
      target: `staff ${account.id}`,
      content: passwordSetByLink(account.username),
      before: null,
      after: { sessionsEnded: ended, phoneProved: proof !== null },
      actor: { id: account.id, username: account.username, unionId: account.union_id, agentId: account.agent_id },
    })
    return { username: account.username }
  })
}
