// The one way a guild's state changes: rows, accounts, members, history, the log, and commands to the app.
import type { ToldMoment } from '@greenroom/contract/moments'
import { guildsDecided } from '@greenroom/contract/sentences/guilds'
import { endGuildSessions, openGuildAccounts, stopped } from '../../../access/index.ts'
import { type Command, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { tell } from '../../../notify/index.ts'
import { isAdult } from '../../users/index.ts'
import { addHistory, type GuildEvent } from '../guilds.history.ts'
import { dissolveIn } from './guild.dissolve.ts'
import type { DissolveEffects } from './guild.effects.ts'
import * as queries from './guild.queries.ts'
import { type GuildState, next, refusedIn, stateReasons, type Verb } from './guild.rules.ts'

const histories = {
  agree: 'approved',
  refuse: 'rejected',
  ban: 'banned',
  unban: 'unbanned',
  dissolve: 'dissolved',
} as const satisfies Record<Verb, GuildEvent['what']>

/** What leaders are told. */
const moments = {
  agree: 'guildApproved',
  refuse: 'guildRefused',
  ban: 'guildBanned',
  unban: 'guildUnbanned',
  dissolve: 'guildDissolved',
} as const satisfies Record<Verb, ToldMoment>

export type Decision = { guildIds: readonly number[]; verb: Verb; reason: string }

/** Why this pending guild may not be approved. */
function refusedApplication(guild: queries.Guild, { now, caller }: Context) {
  if (!isAdult(guild, now)) return notDone(guild.id, 30013, because('guild.age'))
  if (guild.parent_id !== null && (guild.parent_state !== 'normal' || guild.parent_below))
    return notDone(guild.id, 30020, because('guild.parent'))
  if (guild.agreed_rate_bp !== null && guild.inviter_id !== null && guild.inviter_id === caller?.id)
    return notDone(guild.id, 10026, because('guild.ownRate'))
  return null
}

/** The guild as logged. */
const kept = ({ id, name, state, state_reason, members }: queries.Guild) => ({
  guildId: id,
  name,
  state,
  reason: state_reason,
  members,
})

/** States whose reason the leader is told. */
const told: readonly GuildState[] = ['rejected', 'banned', 'dissolved']

/** The command with a guild's state, method and leader. */
export const changed = (
  guild: Pick<queries.Guild, 'id' | 'state' | 'state_reason' | 'settlement_method' | 'leader_user_id'>,
): Command => ({
  type: 'guild.changed',
  subject: `guild:${guild.id}`,
  data: {
    guildId: guild.id,
    state: guild.state,
    method: guild.settlement_method,
    leaderUserId: Number(guild.leader_user_id),
    reason: told.includes(guild.state) ? guild.state_reason : '',
  },
})

/**
 * Decides about guilds in the caller's transaction, with one outcome each: 10032 if not found, `refusedIn` if the state forbids it, 1000002 for an
 * approval while registering is stopped. Log entries
 * and commands are written here.
 *
 * Locks memberships, then guilds: call it before locking any of them.
 */
export async function decideIn(
  tx: Transaction,
  context: Context,
  effects: DissolveEffects,
  { guildIds, verb, reason }: Decision,
): Promise<Outcome<number>[]> {
  const { now } = context
  const stop = verb === 'agree' ? await stopped(tx, 'guilds') : null
  if (stop) return guildIds.map((id) => notDone(id, 1000002, stop))
  const by = context.caller?.username ?? 'system'
  if (verb === 'dissolve') await queries.lockMembers(tx, guildIds)
  const guilds = await queries.lockFamilies(tx, guildIds)

  const decided: { before: queries.Guild; after: queries.Guild }[] = []
  const outcomes = guildIds.map((id) => {
    const guild = guilds.get(id)
    if (!guild) return notDone(id, 10032)
    const state = next(guild.state, verb)
    if (!state) return notDone(id, refusedIn(guild.state, verb), because(stateReasons[guild.state]))
    const refused = verb === 'agree' ? refusedApplication(guild, context) : null
    if (refused) return refused
    const members = state === 'dissolved' ? 0 : guild.members
    decided.push({ before: guild, after: { ...guild, state, state_reason: reason, members } })
    return done(id)
  })
  if (decided.length === 0) return outcomes

  const ids = decided.map(({ after }) => after.id)
  const commands = verb === 'dissolve' ? await dissolveIn(tx, context, effects, { guildIds: ids, reason, by }) : []
  await queries.writeStates(
    tx,
    decided.map(({ after }) => ({ id: after.id, state: after.state, reason })),
    now,
  )
  if (verb === 'agree') await openGuildAccounts(tx, ids, 1)
  if (verb === 'refuse') await openGuildAccounts(tx, ids, 0)
  if (verb === 'ban' || verb === 'dissolve') await endGuildSessions(tx, ids)
  await addHistory(
    tx,
    decided.map(({ before, after }) => ({
      guildId: after.id,
      at: now,
      by,
      what: histories[verb],
      reason,
      detail: { state: { before: before.state, after: after.state } },
    })),
  )
  await recordMany(
    tx,
    context,
    decided.map(({ before, after }) => ({
      operation: `guild.${verb}` as const,
      target: `guild ${after.id}`,
      content: guildsDecided(verb, [{ guildId: after.id, name: after.name }]),
      before: kept(before),
      after: kept(after),
      reason,
      ...(!context.caller && { actor: { id: null, username: by } }),
    })),
  )
  await send(tx, now, [...commands, ...decided.map(({ after }) => changed(after))])
  await tell(
    tx,
    now,
    decided.map(({ after: { id, name } }) => ({
      moment: moments[verb],
      about: `${id} ${now.toISOString()}`,
      to: { guildId: id },
      params: { guild: name, reason },
    })),
  )
  return outcomes
}

/** One transaction a verb, an outcome a guild. */
export const decide =
  (effects: DissolveEffects, verb: Verb) => (context: Context, payload: { ids: number[]; reason?: string }) => {
    const guildIds = chosen(payload.ids, 'ids')
    return batch(context, (tx) => decideIn(tx, context, effects, { guildIds, verb, reason: payload.reason ?? '' }))
  }
