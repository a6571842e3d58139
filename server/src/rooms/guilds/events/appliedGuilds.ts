// `guild.applied`: a leader applies inside the app, where their phone is verified. The same application
// as the public form; its account is `guild` and the guild's id, and they set the password with a code.
import type { ErrorCode } from '@greenroom/contract/errors'
import { nameKey } from '@greenroom/contract/names'
import { readPhone, stopped, unusableHash } from '../../../access/index.ts'
import { type AnyHandler, type Arrived, defineHandler } from '../../../bridge/index.ts'
import * as rules from '../guild/registration.rules.ts'
import { addHistory } from '../guilds.history.ts'
import * as queries from './appliedGuilds.queries.ts'

type Applied = Arrived<'guild.applied'>

/** Values that must be unique within a chunk. */
type Used = { names: Set<string>; leaders: Set<bigint>; phones: Set<string> }

/** Why an application is refused, in the order of the form; or the guild to add. */
function judge(event: Applied, facts: queries.Facts, used: Used, now: Date): ErrorCode | queries.Application {
  const { data } = event
  const [name, leaderName, email] = [data.guildName.trim(), data.leaderName.trim(), data.leaderEmail.trim()]
  const userId = BigInt(data.userId)
  const leader = facts.leaders.get(userId)
  const phone = leader && readPhone(leader.areaCode, leader.phone)
  const key = nameKey(name)
  const refused =
    rules.refusedName(name) ??
    (facts.names.has(key) || used.names.has(key) ? 30001 : null) ??
    (data.inviterId !== null && !facts.inviters.has(data.inviterId) ? 30021 : null) ??
    (data.parentId !== null && !facts.parents.has(data.parentId) ? 30020 : null) ??
    rules.refusedLeaderName(leaderName) ??
    (used.leaders.has(userId) ? 30006 : rules.refusedLeader(leader)) ??
    rules.refusedAge(leader!, now) ??
    rules.refusedEmail(email) ??
    (phone ? null : 30010)
  if (refused) return refused
  const e164 = phone!.e164
  const holder = used.phones.has(e164)
    ? 'under review'
    : (facts.phones.get(`${phone!.areaCode} ${phone!.number}`) ?? null)
  const held = rules.refusedHolder(holder, 30019)
  if (held) return held
  used.names.add(key)
  used.leaders.add(userId)
  used.phones.add(e164)
  return {
    name,
    parentId: data.parentId,
    userId,
    leaderName,
    email,
    areaCode: phone!.areaCode,
    phone: phone!.number,
    inviterId: data.inviterId,
  }
}

export const appliedHandler: AnyHandler = defineHandler({
  types: ['guild.applied'],
  plan: async ({ tx, now }, events) => {
    const stop = await stopped(tx, 'guilds')
    if (stop) return events.map(() => ({ refuse: 1000002, why: stop.message }))
    const facts = await queries.lockFacts(
      tx,
      events.map(({ data }) => ({ ...data, userId: BigInt(data.userId), name: data.guildName })),
    )
    const used: Used = { names: new Set(), leaders: new Set(), phones: new Set() }
    const judged = events.map((event) => judge(event, facts, used, now))
    const applications = judged.filter((one) => typeof one === 'object')
    const guilds = await queries.addApplications(tx, applications, {
      now,
      passwordHash: await unusableHash(),
    })
    await addHistory(
      tx,
      guilds.map(({ id }) => ({ guildId: id, at: now, by: 'app', what: 'registered' })),
    )
    const byLeader = new Map(guilds.map((guild) => [guild.leader_user_id, guild]))
    return judged.map((one) =>
      typeof one === 'number' ? { refuse: one } : { items: [], state: byLeader.get(one.userId)! },
    )
  },
  settle: async (_chunk, settled) =>
    settled.map(({ state }) => ({ result: { guildId: state.id, username: state.username } })),
})
