// Confirms drafts that were neither confirmed nor disputed in time, and reminds their leaders before.

import { settlementDecided } from '@greenroom/contract/sentences/settlement'
import { settlementConfirm } from '@greenroom/contract/settlement'
import { system, systemContext } from '../../../kit/calls/context.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { tell } from '../../../notify/index.ts'
import type { Drafting } from './settlement.drafts.ts'
import { confirmAll, draftsClosing, dueToConfirm } from './settlement.queries.ts'

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

const hours = 24
const hour = 3_600_000

/**
 * Reminds leaders of drafts that confirm themselves within a day. Each call looks at those whose last day began since the one before; the
 * first at all. Who was reminded by another process is not reminded again.
 */
export function closingReminder({ database, clock }: Pick<Drafting, 'database' | 'clock'>): () => Promise<void> {
  let seen: Date | null = null
  return async () => {
    const now = clock.now()
    const until = new Date(now.getTime() + hours * hour)
    // A clock that was set back, too.
    const from = seen === null || seen > until ? now : seen
    await inTransaction(database, async (tx) => {
      const closing = await draftsClosing(tx, from, until)
      await tell(
        tx,
        now,
        closing.map(({ id, guildId, week, confirmBy }) => ({
          moment: 'weekClosing',
          about: `${id} ${confirmBy.toISOString()}`,
          to: { guildId },
          params: { id, week, until: confirmBy.toISOString() },
        })),
      )
    })
    seen = until
  }
}
