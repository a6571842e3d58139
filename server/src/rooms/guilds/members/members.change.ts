// Ends invitations and decides how memberships end: one transaction a verb, one outcome each.
import type { Parsed } from '@greenroom/contract/call'
import type { memberAgree, memberExpel, memberTakeBack } from '@greenroom/contract/guildMembers'
import type { OperationKey } from '@greenroom/contract/operations'
import { expelledFromGuild, invitationEnded, leavingAgreed } from '@greenroom/contract/sentences/guildMembers'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { send } from '../../../bridge/index.ts'
import { batch, chosen, notDone, sortOut } from '../../../kit/calls/batch.ts'
import { actorOf, type Context, staffOf, system } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { type LogEntry, recordMany } from '../../../log/index.ts'
import { runningWeek } from '../weeks/weeks.queries.ts'
import { removed } from './members.ending.ts'
import * as queries from './members.queries.ts'
import { cannot, type Verb } from './members.rules.ts'

type Chosen = queries.Chosen

const whyNot = (one: Chosen, reason: string) => {
  const at = one.endsAt?.toISOString() ?? ''
  if (reason === 'agreed') return because('member.agreed', { at })
  if (reason === 'expelled') return because('member.expelled', { at })
  if (reason === 'notAsked') return because('member.notAsked')
  return because(reason === 'notInvited' ? 'member.notInvited' : 'member.notMember')
}

/**
 * Reads and locks the chosen memberships and decides which may be changed: 10032 if out of scope, 10026 for a sub-agency's, whose leader
 * decides, 20000 if the verb no longer applies.
 */
async function split(tx: Transaction, context: Context, ids: readonly number[], verb: Verb) {
  const { scope, now } = context
  const found = await queries.lockMembers(tx, scope, ids, now)
  return sortOut(ids, found, (one, id) => {
    if (scope.kind === 'guild' && one.guildId !== scope.unionId)
      return notDone(id, 10026, because('member.ofSubAgency'))
    const may = cannot[verb](one)
    return may === true ? null : notDone(id, 20000, whyNot(one, may))
  })
}

const stateOf = ({ id, guildId, userId, state, ending, endsAt }: Chosen) => ({
  memberId: id,
  guildId,
  userId,
  state,
  ending,
  endsAt,
})

const named = ({ userId, nickname }: Chosen) => [{ id: String(userId), nickname }]

/** One entry each, as the caller's or, without a session, the system's. */
const entries = (
  context: Context,
  of: readonly Chosen[],
  entry: (one: Chosen) => { operation: OperationKey; content: Sentence; after: unknown; reason?: string },
): LogEntry[] =>
  of.map((one) => ({
    target: `user ${one.userId}`,
    before: stateOf(one),
    ...entry(one),
    ...(!context.caller && { actor: system }),
  }))

/** Ends invitations, in the caller's transaction: withdrawn or expired. */
export async function endInvitations(
  tx: Transaction,
  context: Context,
  invitations: readonly Chosen[],
  how: 'taken back' | 'lapsed',
): Promise<void> {
  if (invitations.length === 0) return
  await queries.deleteInvitations(
    tx,
    invitations.map((one) => one.id),
  )
  await recordMany(
    tx,
    context,
    entries(context, invitations, (one) => ({
      operation: 'member.takeBack',
      content: invitationEnded({ people: named(one), guild: one.guildName, how }),
      after: null,
    })),
  )
  await send(
    tx,
    context.now,
    invitations.map((one) => removed('invitationEnded', one.guildId, one.userId, how)),
  )
}

/** Agrees that these members leave at the end of the running week, in the caller's transaction. */
export async function agreeToLeaveIn(
  tx: Transaction,
  context: Context,
  members: readonly Chosen[],
  zone: string,
): Promise<void> {
  if (members.length === 0) return
  const { endsAt } = await runningWeek(tx, context.now, zone)
  const by = actorOf(context).username
  const end = { state: 'leaving', ending: 'left', endsAt, reason: '', by } as const
  await queries.setEnding(
    tx,
    members.map((one) => one.id),
    end,
  )
  await recordMany(
    tx,
    context,
    entries(context, members, (one) => ({
      operation: 'member.agree',
      content: leavingAgreed({ people: named(one), guild: one.guildName }),
      after: { ...stateOf(one), ending: 'left', endsAt },
      reason: one.leaveReason,
    })),
  )
}

async function expelIn(tx: Transaction, context: Context, members: readonly Chosen[], reason: string): Promise<void> {
  const { now } = context
  const by = staffOf(context).username
  const week = await runningWeek(tx, now, context.timeZone)
  const [atOnce, later] = [members.filter((one) => one.banned), members.filter((one) => !one.banned)]
  const ids = (some: readonly Chosen[]) => some.map((one) => one.id)
  await queries.setEnding(tx, ids(atOnce), { state: 'expelled', ending: 'expelled', endsAt: now, reason, by })
  await queries.setEnding(tx, ids(later), { state: 'leaving', ending: 'expelled', endsAt: week.endsAt, reason, by })
  await recordMany(
    tx,
    context,
    entries(context, members, (one) => ({
      operation: 'member.expel',
      content: expelledFromGuild({ people: named(one), guild: one.guildName, atOnce: one.banned }),
      after: {
        ...stateOf(one),
        state: one.banned ? 'expelled' : 'leaving',
        ending: 'expelled',
        endsAt: one.banned ? now : week.endsAt,
      },
      reason,
    })),
  )
  await send(
    tx,
    now,
    atOnce.map((one) => removed('memberEnded', one.guildId, one.userId, reason)),
  )
}

/** Withdraws open invitations. */
export function takeBack(context: Context, payload: Parsed<typeof memberTakeBack>) {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const { able, outcomes } = await split(tx, context, ids, 'takeBack')
    await endInvitations(tx, context, able, 'taken back')
    return outcomes
  })
}

/** Approves members' requests to leave. */
export function agreeToLeave(context: Context, payload: Parsed<typeof memberAgree>) {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const { able, outcomes } = await split(tx, context, ids, 'agree')
    await agreeToLeaveIn(tx, context, able, context.timeZone)
    return outcomes
  })
}

/** Expels members: at the week's end, banned ones at once. */
export function expel(context: Context, payload: Parsed<typeof memberExpel>) {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const { able, outcomes } = await split(tx, context, ids, 'expel')
    if (able.length > 0) await expelIn(tx, context, able, payload.reason)
    return outcomes
  })
}
