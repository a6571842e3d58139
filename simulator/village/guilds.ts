// Gives the simulated village its guilds: applications, decisions, invitations and answers of the last weeks of its history, each by its
// regular service.
import type { Call } from '@greenroom/contract/call'
import { memberAgree, memberExpel, memberInvite } from '@greenroom/contract/guildMembers'
import { guildAgree, guildBan, guildDissolve, guildRefuse, unionRegister } from '@greenroom/contract/guilds'
import { hashPassword, keepAccount, leaderPassword, readPhone } from '../../server/src/access/index.ts'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { inTransaction } from '../../server/src/kit/database/database.ts'
import { newId } from '../../server/src/kit/random.ts'
import { ensureWeeks, guildsHandlers, registerGuild } from '../../server/src/rooms/guilds/index.ts'
import { accountNamed, actAt, contextAt, type VillageServices } from './context.ts'
import { type Candidate, candidates } from './people.ts'
import { type GuildScript, story } from './story.ts'
import { planWeeks } from './weeks.ts'

const dayMs = 86_400_000
const stars = 6

type Guild = { script: GuildScript; id: number; leader: Staff; anchors: Candidate[]; invited: Candidate[] }

/** Distributes the anchors: each guild gets its share of high and low earners. */
function deal(people: readonly Candidate[]): Map<GuildScript, { anchors: Candidate[]; invited: Candidate[] }> {
  const rest = [...people]
  const open = new Map(story.map((script) => [script, rest.splice(-(script.open ?? 0), script.open ?? 0)]))
  const members = story.filter((script) => script.share)
  const owed = new Map(members.map((script) => [script, 0]))
  const dealt = new Map(story.map((script) => [script, { anchors: [] as Candidate[], invited: open.get(script)! }]))
  // The oldest guild has the top earners, and a guild that requests payouts has a sufficient payable.
  dealt.get(members[0]!)!.anchors.push(...rest.splice(0, stars))
  for (const script of members.filter(({ paid }) => paid === 'requests'))
    dealt.get(script)!.anchors.push(...rest.splice(0, Math.floor(stars / 2)))
  const free = 100 - members.reduce((sum, script) => sum + script.share!, 0)
  let left = 0
  for (const anchor of rest) {
    for (const script of members) owed.set(script, owed.get(script)! + script.share!)
    left += free
    const [first] = members.toSorted((a, b) => owed.get(b)! - owed.get(a)!)
    if (!first || left > owed.get(first)!) left -= 100
    else {
      dealt.get(first)!.anchors.push(anchor)
      owed.set(first, owed.get(first)! - 100)
    }
  }
  return dealt
}

type Cast = { leaders: Candidate[]; dealt: ReturnType<typeof deal> }

/** Leaders and anchors, as of this time. */
async function castAt(services: VillageServices, at: Date): Promise<Cast> {
  const people = await candidates(services.database, at)
  // Leaders are average earners: the best earners are anchors.
  const able = people.filter((one) => readPhone(one.areaCode, one.phone) !== null)
  const leaders = able.slice(Math.floor(able.length / 2)).slice(0, story.length)
  if (leaders.length < story.length) throw new Error(`only ${leaders.length} users may lead a guild`)
  const led = new Set(leaders.map(({ id }) => id))
  // Every fifth stays without a guild, and withdraws directly.
  return {
    leaders,
    dealt: deal(people.filter((one, index) => one.mayJoin && !led.has(one.id) && index % 5 !== 2)),
  }
}

/** Days before the first registration when leaders and anchors are chosen. */
const aheadDays = 0.1

/** Plans the village's guilds; nothing if there are some already. */
export async function planGuilds(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('guilds.guild').select('id').limit(1).executeTakeFirst()) return
  await ensureWeeks(database, now, services.timeZone())
  const operations = await accountNamed(database, 'demo-operations')
  const guilds = new Map<string, Guild>()
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
  const decide = (call: Call, guild: () => Guild, days: number, reason?: string) =>
    later(at(days), () => actAt(services, operations, at(days), call, { ids: [guild().id], ...(reason && { reason }) }))
  let cast: Cast
  const chosen = at(Math.max(...story.map(({ registered }) => registered)) + aheadDays)
  later(chosen, async () => {
    cast = await castAt(services, chosen)
  })
  for (const [index, script] of story.entries()) {
    const guild = () => guilds.get(script.name)!
    const { decided } = script
    later(at(script.registered), async () => {
      const made = await register(services, script, cast.leaders[index]!, guilds, at(script.registered))
      guilds.set(script.name, { script, ...made, ...cast.dealt.get(script)! })
    })
    if (decided?.verb === 'agree') {
      decide(guildAgree, guild, decided.days)
      planMembers(services, guild, script, at)
    }
    if (decided?.verb === 'refuse') decide(guildRefuse, guild, decided.days, decided.reason)
    if (script.later)
      decide(script.later.verb === 'ban' ? guildBan : guildDissolve, guild, script.later.days, script.later.reason)
  }
  await planWeeks(services, story, guilds, now)
}

/** Registers a guild as its leader would in the app. */
async function register(
  services: VillageServices,
  script: GuildScript,
  leader: Candidate,
  guilds: Map<string, Guild>,
  at: Date,
) {
  const { database } = services
  const password = script.demo ? await leaderPassword(database, script.demo) : newId(at)
  const { unionId } = await registerGuild(contextAt(services, unionRegister, null, at), {
    unionName: script.name,
    leaderName: script.leaderName,
    userNumber: String(leader.id),
    leaderEmail: `${script.account}@mail.example`,
    areaCode: leader.areaCode,
    leaderPhone: leader.phone,
    cmsUserName: script.account,
    cmsPassWord: '',
    parentId: script.parent === undefined ? undefined : guilds.get(script.parent)!.id,
    sysInviterId: undefined,
    phone: readPhone(leader.areaCode, leader.phone)!,
    leaderId: leader.id,
    passwordHash: await hashPassword(password),
    codeId: null,
  })
  const account = await accountNamed(database, script.account)
  if (script.demo) await keepAccount(database, script.demo, account.id)
  return { id: unionId, leader: account }
}

/** Invitations, answers and leaves. */
function planMembers(
  services: VillageServices,
  guild: () => Guild,
  script: GuildScript,
  at: (days: number) => Date,
): void {
  const { days } = script.decided!
  const invite = (days: number, whom: () => readonly Candidate[]) =>
    services.later(at(days), async () => {
      const ids = whom().map(({ id }) => String(id))
      if (ids.length > 0) await actAt(services, guild().leader, at(days), memberInvite, { ids })
    })
  const answer = (
    days: number,
    type: 'guild.inviteAnswered' | 'guild.leaveRequested',
    whom: () => readonly Candidate[],
  ) => planAnswers(services, guild, whom, type, at(days))
  // Half of them join immediately, the others some days later.
  const half = (which: 0 | 1) => guild().anchors.filter((_, index) => index % 2 === which)
  const one = (index: number) => guild().anchors.slice(index, index + 1)
  if (script.share) {
    invite(days - 0.1, () => half(0))
    answer(days - 0.3, 'guild.inviteAnswered', () => half(0))
    invite(days - 3, () => half(1))
    answer(days - 3.4, 'guild.inviteAnswered', () => half(1))
  }
  if (script.open) invite(0.5, () => guild().invited)
  for (const [index, leaving] of (script.leaving ?? []).entries()) {
    answer(leaving.days, 'guild.leaveRequested', () => one(index + 2))
    if (leaving.agreed) decideMember(services, guild, memberAgree, at(leaving.days - 1), () => one(index + 2), {})
  }
  const { expelled } = script
  if (expelled) decideMember(services, guild, memberExpel, at(expelled.days), () => one(8), { reason: expelled.reason })
}

function decideMember(
  services: VillageServices,
  guild: () => Guild,
  call: Call,
  at: Date,
  whom: () => readonly Candidate[],
  more: object,
): void {
  services.later(at, async () => {
    const members = await services.database
      .selectFrom('guilds.member')
      .select('id')
      .where('guild_id', '=', guild().id)
      .where('user_id', 'in', [0n, ...whom().map(({ id }) => id)])
      .where('state', 'in', ['active', 'leaving'])
      .execute()
    const ids = members.map(({ id }) => id)
    if (ids.length > 0) await actAt(services, guild().leader, at, call, { ids, ...more })
  })
}

/** Several users, a minute apart. */
const apartMs = 60_000

/** The app's events: users answer invitations or ask to leave. */
function planAnswers(
  { database, later }: VillageServices,
  guild: () => Guild,
  whom: () => readonly Candidate[],
  type: 'guild.inviteAnswered' | 'guild.leaveRequested',
  at: Date,
): void {
  const handler = guildsHandlers.find(({ types }) => types.includes(type))!
  later(at, async () => {
    const guildId = guild().id
    const events = whom().map(({ id }, index) => {
      const when = new Date(at.getTime() - index * apartMs)
      const who = { guildId, userId: Number(id) }
      return type === 'guild.inviteAnswered'
        ? { id: newId(when), type, at: when, data: { ...who, accepted: true } }
        : { id: newId(when), type, at: when, data: { ...who, reason: 'I want to work on my own.' } }
    })
    if (events.length === 0) return
    await inTransaction(database, async (tx) => {
      await handler.plan({ tx, now: at, send: () => undefined }, events)
    })
  })
}
