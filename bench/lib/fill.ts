// Fills the operation log as a month of work would: in time order, by some dozens of accounts.
import { operations } from '@greenroom/contract/operations'
import { withClient } from '../../server/test/server.ts'

const days = 28
/** Rows per transaction: the log is sealed in whole transactions. */
const chunk = 10_000

/** Fills the log up to at least this many rows. */
export async function fillLog(url: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: counted } = await client.query<{ count: number }>('select count(*)::int as count from log.entry')
    const missing = rows - (counted[0]?.count ?? 0)
    if (missing <= 0) return
    console.log(`Writing ${missing} rows into the operation log …`)
    await client.query(
      "select kit.ensure_months('log.entry', ((now() at time zone 'UTC') - interval '2 months')::date, 6, true)",
    )
    for (let from = 1; from <= missing; from += chunk)
      await client.query(insert, [missing, days, Object.keys(operations), from, Math.min(from + chunk - 1, missing)])
    await client.query('vacuum analyze log.entry')
  })
}

const insert = `
  insert into log.entry (id, at, staff_id, username, ip, menu_key, operation, target, content, reason, before, after, request_id)
  select overlay(kit.uuid_at(at)::text placing substr(md5(n::text), 1, 3) from 16 for 3)::uuid, at, n % 40 + 1,
         'staff' || n % 40, '10.0.' || n % 4 || '.' || n % 250, 'system.param',
         ($3::text[])[1 + n % cardinality($3::text[])], 'row ' || n, 'Changed the value of number ' || n, '',
         jsonb_build_object('value', n), jsonb_build_object('value', n + 1), gen_random_uuid()
    from generate_series($4::bigint, $5::bigint) n
    cross join lateral (select now() - make_interval(days => $2::int) * (1 - n::float8 / $1::bigint) as at) moment
   order by n`
