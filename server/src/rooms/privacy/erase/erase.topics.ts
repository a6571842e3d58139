// Topics that nobody else wrote about go with the person's posts.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

/** Call it before the posts are emptied. */
export async function eraseTopics(tx: Transaction, userId: bigint): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct t.name from community.dynamic d cross join lateral unnest(d.topics) as t(name)
     where d.user_id = ${userId}
       and not exists (select from community.dynamic o where o.topics @> array[t.name] and o.user_id <> ${userId})`.execute(
    tx,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  for (const table of ['community.topic_delta', 'community.topic'])
    await sql`delete from ${sql.table(table)} where name = any(${names}::text[])`.execute(tx)
  await sql`delete from ${sql.table('community.change')} where subject = 'topic' and "of" = any(${names}::text[])`.execute(tx)
}
