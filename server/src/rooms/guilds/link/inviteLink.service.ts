// A leader's link: shown with who asked by it, and replaced by a new one.
import type { Answer } from '@greenroom/contract/call'
import type { inviteLink, inviteLinkSave } from '@greenroom/contract/guildLink'
import { inviteLinkMade } from '@greenroom/contract/sentences/guildMembers'
import type { Context } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { newPublicCode } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import { record } from '../../../log/index.ts'
import { coveredOf } from '../../audits/index.ts'
import { peopleOf } from '../../users/index.ts'
import * as invites from '../members/invite.queries.ts'
import { refusedGuild } from '../members/members.rules.ts'
import { askedBy, linkOf, setLink } from './inviteLink.queries.ts'
import { askedOf } from './inviteLink.rules.ts'

const dayMs = 86_400_000
/** For so long it is remembered who asked. */
export const askedDays = 30

/** @throws Refusal 10032 for callers that lead no guild */
export async function link(context: Context): Promise<Answer<typeof inviteLink>> {
  const { database, now, scope, timeZone } = context
  if (scope.kind !== 'guild') throw new Refusal(10032)
  const guildId = scope.unionId
  const since = new Date(now.getTime() - askedDays * dayMs)
  const [guild, own, asked] = await Promise.all([
    invites.guildNamed(database, guildId),
    linkOf(database, guildId),
    askedBy(database, guildId, since),
  ])
  if (!guild) throw new Refusal(10032)
  const ids = asked.map(({ userId }) => userId)
  const [people, facts, memberships, covered] = await Promise.all([
    peopleOf(database, ids),
    invites.readPeople(database, ids, now),
    invites.membershipsOf(database, ids),
    coveredOf(database, ids),
  ])
  const today = textOf(now, timeZone).slice(0, 10)
  return {
    guild: { guildId, name: guild.name },
    link:
      own && guild.state === 'normal' ? { code: own.code, madeAt: own.madeAt.toISOString(), opened: own.opened } : null,
    asked: asked.flatMap(({ userId, at }) => {
      const [user, person] = [people.get(userId), facts.get(userId)]
      if (!user || !person) return []
      const whole = { ...person, hasCover: covered.has(userId), memberships: memberships.get(userId) ?? [] }
      return [{ user, at: at.toISOString(), ...askedOf(whole, guildId, today) }]
    }),
  }
}

/** @throws Refusal 10032 for callers that lead no guild; 30003, 30004, 30006, 1000002 depending on its state */
export async function makeLink(context: Context): Promise<Answer<typeof inviteLinkSave>> {
  const { now, scope } = context
  if (scope.kind !== 'guild') throw new Refusal(10032)
  const guildId = scope.unionId
  return context.tx(async (tx) => {
    const guild = await invites.holdGuild(tx, scope, guildId)
    if (!guild) throw refuseCode(10032, 'guildId')
    const refused = refusedGuild(guild.state)
    if (refused !== null)
      throw refused === 1000002
        ? refuseField(refused, 'guildId', because('member.guildState', { state: guild.state }))
        : refuseCode(refused, 'guildId')
    const before = await linkOf(tx, guildId)
    const code = newPublicCode()
    await setLink(tx, guildId, { code, at: now })
    // Who reads the log was not given the link.
    await record(tx, context, {
      target: `guild ${guildId}`,
      content: inviteLinkMade(guild.name),
      before: before ? { guildId, since: before.madeAt } : null,
      after: { guildId, since: now },
    })
    return { code, madeAt: now.toISOString() }
  })
}
