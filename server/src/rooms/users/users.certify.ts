// Whether users are certified: derived from the audit decisions about their certifications.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'

/** Sets who is certified. Their `version` stays: it counts staff's decisions about the users themselves. */
export async function certify(tx: Transaction, people: ReadonlyMap<bigint, boolean>): Promise<void> {
  if (people.size === 0) return
  await sql`
    with people as (
      select u.id, n.certified
        from users.app_user u
        join unnest(${[...people.keys()]}::bigint[], ${[...people.values()]}::boolean[]) as n(id, certified)
          on n.id = u.id
       where u.certified <> n.certified
       order by u.id for no key update of u)
    update users.app_user u set certified = p.certified from people p where u.id = p.id`.execute(tx)
}
