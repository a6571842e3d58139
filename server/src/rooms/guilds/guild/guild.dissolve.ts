// What happens when a guild dissolves: its week is closed, its members are freed, its sub-agencies become top-level guilds.
import type { Command } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { appTextsOf } from '../../../texts/appTexts.ts'
import { addHistory } from '../guilds.history.ts'
import type { DissolveEffects } from './guild.effects.ts'
import * as queries from './guild.queries.ts'

/** Releases members and sub-agencies of dissolving guilds, whose rows are locked. @returns commands to the app. */
export async function dissolveIn(
  tx: Transaction,
  context: Context,
  effects: DissolveEffects,
  { guildIds, reason, by }: { guildIds: readonly number[]; reason: string; by: string },
): Promise<Command[]> {
  const { now } = context
  const closed = await effects.closeWeek(tx, context, guildIds, reason)
  const freed = await queries.freeMembers(tx, guildIds, { at: now, reason })
  const orphans = await queries.freeSubAgencies(tx, guildIds)
  await addHistory(
    tx,
    orphans.map((orphan) => ({
      guildId: orphan.id,
      at: now,
      by,
      what: 'parent changed',
      reason,
      detail: {
        parentId: { before: orphan.parent_id, after: null },
        ...(orphan.agreed_rate_bp !== null && { rateBp: { before: orphan.agreed_rate_bp, after: null } }),
      },
    })),
  )
  return [
    ...closed,
    ...freed.map(
      (member): Command => ({
        type: 'guild.removed',
        subject: `user:${member.user_id}`,
        data: {
          guildId: member.guild_id,
          userId: Number(member.user_id),
          reason,
          texts: appTextsOf('guildDissolved'),
        },
      }),
    ),
  ]
}
