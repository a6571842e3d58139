// What staff change about a guild other than its state: leader, parent, rate. Each is one transaction.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/guilds'
import { leaderChanged, parentChanged, rateChanged } from '@greenroom/contract/sentences/guilds'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  defineApproval,
  handOverAccounts,
  unusableHash,
} from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { retireAccounts } from '../payouts/guildPayoutAccount.queries.ts'
import { screenChange } from '../payouts/guildPayouts.payees.ts'
import { rateKind } from './guild.list.ts'
import * as queries from './guild.queries.ts'
import {
  checkAge,
  checkPhone,
  guessingPhone,
  lockCandidate,
  readLeader,
  refuseDuplicate,
} from './guildChange.candidate.ts'
import { lockFor, recordChange } from './guildChange.changing.ts'
import { agedOf } from './guildChange.queries.ts'

/**
 * Hands a guild to another leader. Its payout accounts end: one that the new leader or staff enter needs a second member of staff.
 *
 * @throws Refusal 10032, 20000 stale or the same leader, 30003, 30006, 10008 after too many wrong phones, and the codes of a registration's leader
 */
export async function changeLeader(context: Context, payload: Parsed<typeof calls.guildLeader>) {
  const candidate = readLeader(payload)
  const passwordHash = await unusableHash()
  const change = () =>
    context.tx(async (tx) => {
      // Lock people before guilds, as registration does.
      const leader = await lockCandidate(tx, candidate)
      const guild = await lockFor(tx, payload.guildId, 'changeLeader', 'guildId')
      if (guild.version !== payload.version)
        throw staleWrite({ by: '', at: null, version: guild.version }, { version: guild.version }, {})
      checkPhone(leader, candidate)
      await checkAge(tx, context, candidate)
      const { phone } = candidate
      await queries.setLeader(tx, guild.id, {
        leader_user_id: candidate.userId,
        leader_name: candidate.name,
        leader_email: candidate.email,
        area_code: phone.areaCode,
        phone: phone.number,
      })
      // The next payment goes to nobody before the new leader's account is in force.
      await retireAccounts(tx, guild.id)
      await screenChange(tx, context.now, { ...guild, leaderName: candidate.name }, null)
      await handOverAccounts(tx, guild.id, { phone, passwordHash, byId: staffOf(context).id })
      const { nickname } = await agedOf(tx, candidate.userId)
      await recordChange(tx, context, {
        guild: { ...guild, leader_user_id: candidate.userId },
        what: 'leader changed',
        detail: { leaderUserId: { before: Number(guild.leader_user_id), after: Number(candidate.userId) } },
        content: leaderChanged(named(guild), { id: String(candidate.userId), nickname }),
        reason: payload.reason,
        tellsApp: true,
      })
      return {}
    })
  return guessingPhone(context, change).catch(refuseDuplicate)
}

const named = ({ id, name }: queries.Guild) => ({ guildId: id, name })

/** @throws Refusal 10032, 20000 if unchanged, with sub-agencies or an agreed rate, 30003, 30006, 30020 if not a normal top-level guild */
export const changeParent = (context: Context, payload: Parsed<typeof calls.guildParent>) =>
  context.tx(async (tx) => {
    const parentId = payload.parentId || null
    // In id order, like everything that locks two guilds.
    if (parentId !== null) await queries.lockFamilies(tx, [payload.guildId, parentId])
    const guild = await lockFor(tx, payload.guildId, 'changeParent', 'guildId')
    if (guild.parent_id === parentId) throw refuseBecause(20000, 'parentId', 'guild.sameParent')
    const parent = parentId === null || parentId === guild.id ? undefined : await queries.lockParent(tx, parentId)
    if (parentId !== null && !parent) throw refuseCode(30020, 'parentId')
    await queries.setParent(tx, guild.id, parentId)
    await recordChange(tx, context, {
      guild,
      what: 'parent changed',
      detail: { parentId: { before: guild.parent_id, after: parentId } },
      content: parentChanged(named(guild), parent ? { guildId: parent.id, name: parent.name } : null),
      reason: payload.reason,
    })
    return {}
  })

/** Requests another rate. @throws Refusal 10032, 20000 the same or one waits, 30003, 30006 */
export const requestRate = (approvals: Approvals) => (context: Context, payload: Parsed<typeof calls.guildRate>) =>
  context.tx(async (tx) => {
    const guild = await lockFor(tx, payload.guildId, 'changeRate', 'guildId')
    const rateBp = payload.rateBp ?? null
    if (guild.agreed_rate_bp === rateBp) throw refuseBecause(20000, 'rateBp', 'guild.sameRate')
    const approvalId = await approvals.ask(tx, context, {
      kind: rateKind,
      subject: String(guild.id),
      payload: { rateBp, parentId: guild.parent_id },
      before: { guildId: guild.id, rateBp: guild.agreed_rate_bp },
      after: { guildId: guild.id, rateBp },
      reason: payload.reason,
      title: rateChanged('request', named(guild), { from: guild.agreed_rate_bp, to: rateBp }),
    })
    return { approvalId }
  })

const ratePayload = z.object({ rateBp: z.number().int().nullable(), parentId: z.number().int() })

/** A rate, when a second member of staff approves it: valid while the guild has the same parent. */
export const rateApproval: ApprovalKind = defineApproval({
  kind: rateKind,
  menu: 'guilds.list',
  payload: ratePayload,
  // The parent earns the difference between the two rates.
  concerns: (_, { subject, payload }) => ({ guildIds: [Number(subject), payload.parentId] }),
  async stillValid(tx, { subject, payload }) {
    const guild = (await queries.lockFamilies(tx, [Number(subject)])).get(Number(subject))
    if (!guild || guild.state === 'dissolved') return because('approval.gone')
    return guild.parent_id === payload.parentId ? null : because('guild.noParent')
  },
  async apply(tx, context, { subject, payload, reason, maker }) {
    const guild = await lockFor(tx, Number(subject), 'changeRate', 'approvalId')
    await queries.setRate(tx, guild.id, payload.rateBp)
    await recordChange(tx, context, {
      guild,
      what: 'rate changed',
      detail: { rateBp: { before: guild.agreed_rate_bp, after: payload.rateBp } },
      content: rateChanged('done', named(guild), { from: guild.agreed_rate_bp, to: payload.rateBp }),
      reason,
      by: maker,
    })
  },
})
