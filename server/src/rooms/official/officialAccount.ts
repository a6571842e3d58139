// Official accounts: users of the app who speak for the platform, and the staff who may write as them.
import type { ConfigSet } from '@greenroom/contract/appConfig.schema'
import { officialAccountCalls, officialWriters } from '@greenroom/contract/official'
import { officialAccount } from '@greenroom/contract/records/official'
import { officialAccountsChanged } from '@greenroom/contract/sentences/official'
import { sql } from 'kysely'
import { configChanged, send } from '../../bridge/index.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { containing, idsIn } from '../../kit/text.ts'
import { createdBy, declared, search } from '../../records/index.ts'

/** Staff accounts that can sign in, by id: those of `ids`, or all. */
async function activeStaff(reader: Reader, ids?: readonly number[]) {
  let query = reader
    .selectFrom('access.staff')
    .select(['id as staffId', 'username'])
    .where('deleted_at', 'is', null)
    .where('union_id', 'is', null)
    .where('agent_id', 'is', null)
  if (ids) query = query.where('id', '=', anyOf(ids))
  return query.orderBy('username').execute()
}

/** Enabled official accounts, for the app. */
export async function accountsState(reader: Reader): Promise<ConfigSet<'accounts'>> {
  const rows = await reader
    .selectFrom('official.account')
    .select(['user_id', 'title'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return { accounts: rows.map(({ user_id, title }) => ({ userId: Number(user_id), title })) }
}

const sendAccounts = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'accounts', async (version) => ({
      key: 'accounts',
      version,
      value: await accountsState(tx),
    })),
  ])

/** @throws Refusal 10032 for a user that the app has not reported. */
async function requirePerson(tx: Transaction, userId: number): Promise<void> {
  const known = await tx.selectFrom('users.app_user').select('id').where('id', '=', BigInt(userId)).executeTakeFirst()
  if (!known) throw refuseBecause(10032, 'userId', 'account.person')
}

/** @throws Refusal 10009 for ids that are not active staff accounts. */
async function requireWriters(tx: Transaction, ids: readonly number[]): Promise<void> {
  const known = new Set((await activeStaff(tx, ids)).map(({ staffId }) => staffId))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw refuseBecause(10009, 'writerIds', 'account.writers', { ids: unknown })
}

const accounts = declared(officialAccount, 'official.account', officialAccountCalls, {
  filters: {
    q: search(
      ['t.title', 't.note'],
      (text) => sql<boolean>`exists (select from users.app_user u where u.id = t.user_id
                              and (u.nickname ilike ${containing(text)} or u.id = any(${idsIn(text)}::bigint[])))`,
    ),
  },
  cells: {
    person: ({ person }) => person.nickname,
    writers: ({ writers }) => writers.map(({ username }) => username).join(', '),
  },
  more: async ({ database }, rows) => {
    const people = await database
      .selectFrom('users.app_user')
      .select(['id', 'nickname', 'avatar_url as avatarUrl'])
      .where('id', '=', anyOf(rows.map(({ user_id }) => user_id)))
      .execute()
    const byId = new Map(people.map((person) => [person.id, person]))
    const staff = await activeStaff(database, [...new Set(rows.flatMap(({ writer_ids }) => writer_ids))])
    const writers = new Map(staff.map((one) => [one.staffId, one]))
    return rows.map(({ user_id, writer_ids }) => {
      const { nickname = '', avatarUrl = '' } = byId.get(user_id) ?? {}
      return {
        person: { userId: Number(user_id), nickname, avatarUrl },
        writers: writer_ids.flatMap((id) => writers.get(id) ?? []),
      }
    })
  },
  values: async (tx, context, { userId, title, note = '', writerIds }) => {
    if (userId !== undefined) await requirePerson(tx, userId)
    const writer_ids = [...new Set(writerIds)]
    await requireWriters(tx, writer_ids)
    return { ...(userId !== undefined && { user_id: userId, ...createdBy(context) }), title, note, writer_ids }
  },
  duplicates: { account_user_id_key: () => refuseBecause(10027, 'userId', 'account.taken') },
  sentence: officialAccountsChanged,
  changed: async (tx, { now }, rows) => {
    if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await sendAccounts(tx, now)
  },
})

export const accountRoutes: Served[] = [
  ...accounts.routes,
  serve(officialWriters, async ({ database }) => ({ staff: await activeStaff(database) })),
]
