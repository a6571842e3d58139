// Automatic changes of guilds: fifteen days without an anchor, and a change of method when its week begins.

import { guildDissolve } from '@greenroom/contract/guilds'
import { guildWarned } from '@greenroom/contract/sentences/guilds'
import { type Command, send } from '../../../bridge/index.ts'
import { type Context, system, systemContext } from '../../../kit/calls/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import { recordMany } from '../../../log/index.ts'
import { tell } from '../../../notify/index.ts'
import { appTextsOf, noAnchors } from '../../../texts/appTexts.ts'
import { addHistory } from '../guilds.history.ts'
import { decideIn } from './guild.decide.ts'
import type { DissolveEffects } from './guild.effects.ts'
import * as queries from './guild.queries.ts'
import { dayMs, daysToDissolve, dueAt, settledDay } from './guild.rules.ts'
import { changeMethodsDue } from './guildChange.method.ts'

export type Shared = { database: Database; clock: Clock; effects: DissolveEffects; timeZone: () => string }

const atOnce = 200

/** Warns, dissolves or settles guilds by their first fifteen days. @returns how many were checked */
const ageSome = ({ effects }: Shared, context: Context): Promise<number> =>
  context.tx(async (tx) => {
    const { now } = context
    const ids = await queries.youngGuilds(tx, now, atOnce)
    if (ids.length === 0) return 0
    await queries.lockMembers(tx, ids)
    const guilds = [...(await queries.lockFamilies(tx, ids)).values()]
    const due = guilds.map((guild) => ({
      guild,
      due: dueAt(
        { state: guild.state, approvedAt: guild.approved_at, members: guild.members, warnedDay: guild.warned_day },
        now,
      ),
    }))
    const days = new Map(
      due.flatMap(({ guild, due }) =>
        due === 'stays' ? [[guild.id, settledDay] as const] : typeof due === 'number' ? [[guild.id, due] as const] : [],
      ),
    )
    if (days.size > 0) await queries.setWarnedDays(tx, days)
    await warn(
      tx,
      context,
      due.flatMap(({ guild, due }) => (typeof due === 'number' ? [{ guild, day: due }] : [])),
    )
    const guildIds = due.filter((one) => one.due === 'dissolve').map(({ guild }) => guild.id)
    if (guildIds.length > 0) await decideIn(tx, context, effects, { guildIds, verb: 'dissolve', reason: noAnchors })
    return ids.length
  })

const dissolvesAt = ({ approved_at: approvedAt }: queries.Guild): string =>
  new Date(approvedAt!.getTime() + daysToDissolve * dayMs).toISOString()

async function warn(
  tx: Parameters<typeof send>[0],
  context: Context,
  warned: readonly { guild: queries.Guild; day: number }[],
): Promise<void> {
  if (warned.length === 0) return
  const { now } = context
  await addHistory(
    tx,
    warned.map(({ guild, day }) => ({
      guildId: guild.id,
      at: now,
      by: 'system',
      what: 'warned',
      detail: { day: { before: guild.warned_day || null, after: day } },
    })),
  )
  await recordMany(
    tx,
    context,
    warned.map(({ guild, day }) => ({
      operation: 'guild.warn' as const,
      target: `guild ${guild.id}`,
      content: guildWarned({ guildId: guild.id, name: guild.name }, daysToDissolve - day),
      before: { guildId: guild.id, warnedDay: guild.warned_day },
      after: { guildId: guild.id, warnedDay: day },
      actor: system,
    })),
  )
  await send(
    tx,
    now,
    warned.map(
      ({ guild, day }): Command => ({
        type: 'guild.warned',
        subject: `guild:${guild.id}`,
        data: {
          guildId: guild.id,
          leaderUserId: Number(guild.leader_user_id),
          day,
          dissolvesAt: dissolvesAt(guild),
          texts: appTextsOf('guildWarned', {
            guild: guild.name,
            date: textOf(new Date(dissolvesAt(guild)), context.timeZone).slice(0, 10),
          }),
        },
      }),
    ),
  )
  await tell(
    tx,
    now,
    warned.map(({ guild, day }) => ({
      moment: 'guildWarned',
      about: `${guild.id} ${day}`,
      to: { guildId: guild.id },
      params: { guild: guild.name, until: dissolvesAt(guild) },
    })),
  )
}

export async function sweepGuilds(shared: Shared): Promise<void> {
  const context = () => systemContext(guildDissolve, { ...shared, timeZone: shared.timeZone() })
  while ((await ageSome(shared, context())) === atOnce);
  while ((await changeMethodsDue(context())) > 0);
}
