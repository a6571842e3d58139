// The pair of keys of Web Push, and the browsers that accounts turned on. Wall time.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'

export type KeyRow = { public: string; sealed: string }

export const keyOf = (reader: Reader): Promise<KeyRow | undefined> =>
  reader.selectFrom('notify.push_key').select(['public', 'sealed']).executeTakeFirst()

/** The first one stays. */
export const putKey = (tx: Transaction, key: KeyRow & { made_at: Date }) =>
  tx
    .insertInto('notify.push_key')
    .values(key)
    .onConflict((on) => on.doNothing())
    .execute()

export type NewSubscription = {
  id: string
  staff_id: number
  session_id: string
  endpoint_hash: string
  sealed: string
  made_at: Date
}

/** Takes the place of the same browser's, no matter who had it on. */
export async function putSubscription(tx: Transaction, subscription: NewSubscription): Promise<void> {
  await tx.deleteFrom('notify.subscription').where('endpoint_hash', '=', subscription.endpoint_hash).execute()
  await tx.insertInto('notify.subscription').values(subscription).execute()
}

export const countSubscriptions = async (tx: Transaction, staffId: number, besides: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notify.subscription
     where staff_id = ${staffId} and endpoint_hash <> ${besides}`.execute(tx)
  return rows[0]!.count
}

export const subscriptionsOf = (reader: Reader, staffId: number) =>
  reader
    .selectFrom('notify.subscription as b')
    .innerJoin('access.session as s', 's.id', 'b.session_id')
    .select(['b.id', 'b.session_id', 'b.made_at', 's.user_agent'])
    .where('b.staff_id', '=', staffId)
    .orderBy('b.made_at', 'desc')
    .orderBy('b.id')
    .execute()

/** The browser, if its session is not over; sealed. */
export async function subscriptionNow(reader: Reader, id: string, now: Date): Promise<string | undefined> {
  const row = await reader
    .selectFrom('notify.subscription as b')
    .innerJoin('access.session as s', 's.id', 'b.session_id')
    .select('b.sealed')
    .where('b.id', '=', id)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed
}

/** @returns whether the account had it */
export async function removeSubscription(reader: Reader, id: string, staffId?: number): Promise<boolean> {
  const { numDeletedRows } = await reader
    .deleteFrom('notify.subscription')
    .where('id', '=', id)
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId!))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

// Sealed with a key other than the first -------------------------------------------------------------------------------

export const foreignKey = (tx: Transaction, prefix: string) =>
  tx
    .selectFrom('notify.push_key')
    .select('sealed')
    .where(sql<boolean>`not starts_with(sealed, ${prefix})`)
    .forUpdate()
    .executeTakeFirst()

export const putKeySeal = (tx: Transaction, sealed: string) =>
  tx.updateTable('notify.push_key').set({ sealed }).execute()

export const foreignSubscriptions = (tx: Transaction, prefix: string) =>
  tx
    .selectFrom('notify.subscription')
    .select(['id', 'sealed'])
    .where(sql<boolean>`not starts_with(sealed, ${prefix})`)
    .forUpdate()
    .execute()

export const putSubscriptionSeals = (tx: Transaction, sealed: readonly { id: string; sealed: string }[]) =>
  sql`
    update notify.subscription b set sealed = n.sealed
      from unnest(${sealed.map(({ id }) => id)}::uuid[], ${sealed.map((one) => one.sealed)}::text[]) n (id, sealed)
     where b.id = n.id`.execute(tx)
