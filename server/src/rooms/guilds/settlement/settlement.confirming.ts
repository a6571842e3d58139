// Confirms drafts that were neither confirmed nor disputed in time.

import { settlementDecided } from '@greenroom/contract/sentences/settlement'
import { settlementConfirm } from '@greenroom/contract/settlement'
import { system, systemContext } from '../../../kit/calls/context.ts'
import { recordMany } from '../../../log/index.ts'
import type { Drafting } from './settlement.drafts.ts'
import { confirmAll, dueToConfirm } from './settlement.queries.ts'

const chunk = 500

/** @returns true when there may be more. */
function confirmSome({ database, clock, params }: Drafting): Promise<boolean> {
  const context = systemContext(settlementConfirm, { database, clock, timeZone: params.text('platform_time_zone') })
  return context.tx(async (tx) => {
    const due = await dueToConfirm(tx, context.now, chunk)
    await confirmAll(
      tx,
      due.map(({ id }) => id),
      context.now,
    )
    await recordMany(
      tx,
      context,
      due.map((one) => ({
        operation: settlementConfirm.operation!,
        target: `settlement ${one.id}`,
        content: settlementDecided('confirm', { guildId: one.guild_id, name: one.name, week: one.week }),
        before: { settlementId: one.id, guildId: one.guild_id, week: one.week, state: 'draft' },
        after: { settlementId: one.id, guildId: one.guild_id, week: one.week, state: 'confirmed' },
        actor: system,
      })),
    )
    return due.length === chunk
  })
}

export async function confirmDue(drafting: Drafting): Promise<void> {
  while (await confirmSome(drafting));
}
