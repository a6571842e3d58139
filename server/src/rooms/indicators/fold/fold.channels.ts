// Which channels have figures of their own. The app names channels as it likes, and each one multiplies the cells of every country: those beyond a
// limit are counted together.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

/** The channel that figures give to those without their own. */
export const otherChannel = 'other'

/**
 * Gives channels figures of their own in the order in which they come, while there are fewer than `most`; those that staff made for promoters
 * always. None ever loses them, so that days are found in the cells in which they were counted.
 *
 * @param found the channels of what is counted now
 * @returns the channel in the figures; none stays none
 */
export async function ownChannels(
  tx: Transaction,
  found: Iterable<string>,
  most: number,
): Promise<(channel: string) => string> {
  const { rows } = await sql<{ name: string }>`select name from indicators.channel`.execute(tx)
  const own = new Set(['', ...rows.map(({ name }) => name)])
  const unknown = [...new Set(found)].filter((channel) => !own.has(channel)).toSorted()
  if (unknown.length > 0) {
    const { rows: made } = await sql<{ number: string }>`
      select number from promotion.channel where number = any(${unknown}::text[])`.execute(tx)
    const promoted = new Set(made.map(({ number }) => number))
    const room = Math.max(0, most - rows.length - promoted.size)
    const admitted = [...promoted, ...unknown.filter((channel) => !promoted.has(channel)).slice(0, room)]
    if (admitted.length > 0)
      await sql`insert into indicators.channel (name) select unnest(${admitted}::text[]) on conflict do nothing`.execute(
        tx,
      )
    for (const channel of admitted) own.add(channel)
  }
  return (channel) => (own.has(channel) ? channel : otherChannel)
}
