// Users' days of today as the fold stores them, for users who have done something today but do nothing during a measurement.
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { measuresOf, type SubjectName } from '../../server/src/rooms/indicators/indicators.subjects.ts'

const ofMen: SubjectName[] = ['visit', 'view', 'gift', 'tokens', 'active']
const ofWomen: SubjectName[] = ['visit', 'received', 'tokens', 'active']

/** Adds the days of users with the ids from `first` on; women have even ids. Those who act have rows already, or get them replaced. */
export async function fillActive(url: string, first: number, count: number): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  try {
    const started = performance.now()
    await sql`set statement_timeout = 0`.execute(database)
    await sql`set synchronous_commit = off`.execute(database)
    for (const [sex, names] of Object.entries({ woman: ofWomen, man: ofMen }))
      for (const name of names)
        await sql`
          insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
          select ${name}, (now() at time zone 'UTC')::date, ${first}::bigint + 2 * n + ${sex === 'man' ? 1 : 0}::int, 'BR', '', ${sex},
                 'android', false, array_fill(7::bigint, array[${measuresOf(name).length}::int]),
                 case when ${name} = 'tokens' then array(select 29000000 + x from generate_series(1, 20) x) else array[29000000] end,
                 case when ${name} = 'tokens' then array_fill(50::bigint, array[20]) else '{}' end
            from generate_series(0, ${Math.floor(count / 2)}::int - 1) n
          on conflict do nothing`.execute(database)
    await sql`
      insert into indicators.user_month (kind, user_id, month, android, country, channel, sex)
      select 'active', ${first}::bigint + n, date_trunc('month', now() at time zone 'UTC')::date,
             1 << (extract(day from now() at time zone 'UTC')::int - 1), 'BR', '', case when n % 2 = 0 then 'woman' else 'man' end
        from generate_series(0, ${count}::int - 1) n
      on conflict do nothing`.execute(database)
    await sql`vacuum analyze indicators.user_day, indicators.user_month`.execute(database)
    console.log(`days of ${count} users filled in ${Math.round((performance.now() - started) / 1_000)} s`)
  } finally {
    await database.destroy()
  }
}
