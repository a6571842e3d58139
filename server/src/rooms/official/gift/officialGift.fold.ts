// Folds sent gifts into days, each once.
import { sql } from 'kysely'
import type { Database } from '../../../kit/database/database.ts'
import { readNew } from '../../../kit/database/newRows.ts'

const atOnce = 20_000

/** Folds committed gifts into days, a batch at a time. @returns true if something was new */
export const foldGifts = (database: Database, zone: string): Promise<boolean> =>
  readNew(database, 'official gifts', async (tx, { from, to }) => {
    const { rows } = await sql<{ end: string }>`
      select case when xid > ${from}::xid8 then xid::text else (xid::text::bigint + 1)::text end as "end"
        from live.gift where xid >= ${from}::xid8 and xid < ${to}::xid8 order by live.gift.xid offset ${atOnce} limit 1`.execute(
      tx,
    )
    const end = rows[0]?.end ?? to
    const { numAffectedRows } = await sql`
      insert into official.gift_day as d (gift_id, day, units, tokens, promo_tokens, bonus)
      select gift_id, (at at time zone ${zone})::date, sum(count), sum(tokens), sum(promo_tokens), sum(bonus)
        from live.gift where xid >= ${from}::xid8 and xid < ${end}::xid8
       group by 1, 2 order by 1, 2
      on conflict (gift_id, day) do update
         set units = d.units + excluded.units, tokens = d.tokens + excluded.tokens,
             promo_tokens = d.promo_tokens + excluded.promo_tokens, bonus = d.bonus + excluded.bonus`.execute(tx)
    return numAffectedRows ? end : undefined
  })
