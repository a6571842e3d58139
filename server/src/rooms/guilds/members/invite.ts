// Invites users to a guild, one by one or by a pasted list, with an outcome each.
import type { Parsed } from '@greenroom/contract/call'
import type { memberInvite } from '@greenroom/contract/guildMembers'
import { invitedToGuild } from '@greenroom/contract/sentences/guildMembers'
import { send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { coveredOf } from '../../audits/index.ts'
import * as queries from './invite.queries.ts'
import { refusedGuild, refusedInvitation, userIdOf } from './members.rules.ts'

const dayMs = 86_400_000

export type Inviting = {
  guildId: number
  /** As typed. */
  ids: readonly string[]
  by: string
  /** When the invitations expire. */
  expiresAt: Date
}

/**
 * Invites in the caller's transaction; the guild is locked, so that it stays normal. Locks people, then the guild.
 *
 * @throws Refusal 10032 for a guild that the caller may not act for; 30003, 30004, 30006, 1000002 depending on its state
 */
export async function inviteIn(tx: Transaction, context: Context, inviting: Inviting): Promise<Outcome[]> {
  const { now } = context
  const { guildId, by, expiresAt } = inviting
  const named = inviting.ids.map((text) => ({ text, userId: userIdOf(text) }))
  const people = await queries.lockPeople(
    tx,
    named.flatMap(({ userId }) => userId ?? []),
    now,
  )
  const guild = await queries.holdGuild(tx, context.scope, guildId)
  if (!guild) throw refuseCode(10032, 'guildId')
  const refused = refusedGuild(guild.state)
  if (refused !== null)
    throw refused === 1000002
      ? refuseField(refused, 'guildId', because('member.guildState', { state: guild.state }))
      : refuseCode(refused, 'guildId')
  const covered = await coveredOf(tx, [...people.keys()])
  const memberships = await queries.membershipsOf(tx, [...people.keys()])
  const today = textOf(now, context.timeZone).slice(0, 10)

  const invited: queries.Invited[] = []
  const outcomes = named.map(({ text, userId }): Outcome => {
    if (userId === null) return notDone(text, 30008)
    const id = Number(userId)
    const person = people.get(userId)
    const facts = person && {
      ...person,
      hasCover: covered.has(userId),
      memberships: memberships.get(userId) ?? [],
    }
    const why = refusedInvitation(facts, guildId, today)
    if (why) return notDone(id, why.code, why.why)
    invited.push({ userId, nickname: person!.nickname })
    return done(id)
  })
  // Of two concurrent invitations of one user, the second finds the first.
  const added = await queries.addInvitations(tx, {
    guildId,
    by,
    at: now,
    expiresAt,
    userIds: invited.map((one) => one.userId),
  })
  const started = invited.filter((one) => added.has(one.userId))
  await notify(tx, context, { ...inviting, guildName: guild.name }, started, added)
  return outcomes.map((outcome) =>
    outcome.ok && !added.has(BigInt(outcome.id)) ? notDone(outcome.id, 20000, because('member.invited')) : outcome,
  )
}

async function notify(
  tx: Transaction,
  context: Context,
  { guildId, guildName, expiresAt }: Inviting & { guildName: string },
  started: readonly queries.Invited[],
  memberIds: ReadonlyMap<bigint, number>,
): Promise<void> {
  await recordMany(
    tx,
    context,
    started.map(({ userId, nickname }) => ({
      operation: 'member.invite',
      target: `user ${userId}`,
      content: invitedToGuild({ people: [{ id: String(userId), nickname }], guild: guildName }),
      before: null,
      after: { memberId: memberIds.get(userId), guildId, userId, state: 'invited', expiresAt },
    })),
  )
  await send(
    tx,
    context.now,
    started.map(({ userId }) => ({
      type: 'guild.invited',
      subject: `user:${userId}`,
      data: { guildId, guildName, userId: Number(userId), expiresAt: expiresAt.toISOString() },
    })),
  )
}

/** The guild of a call: a leader's own, or the one that staff name. @throws Refusal 10009, 10032 */
function guildOf({ scope }: Context, guildId: number | undefined): number {
  if (scope.kind === 'guild') {
    if (guildId !== undefined && guildId !== scope.unionId) throw refuseCode(10032, 'guildId')
    return scope.unionId
  }
  if (guildId === undefined) throw refuseBecause(10009, 'guildId', 'member.whichGuild')
  return guildId
}

/** Invites people. @throws Refusal as `inviteIn`; 10009 for an empty list or staff who name no guild */
export const invite =
  (params: Params) =>
  (context: Context, payload: Parsed<typeof memberInvite>): Promise<{ outcomes: Outcome[] }> => {
    const guildId = guildOf(context, payload.guildId)
    const ids = chosen(payload.ids, 'ids')
    const expiresAt = new Date(context.now.getTime() + params.integer('guild_invitation_days') * dayMs)
    return batch(context, (tx) => inviteIn(tx, context, { guildId, ids, by: staffOf(context).username, expiresAt }))
  }
