// Official accounts: users of the app who speak for the platform, and the staff who may write as them.

import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { ConfigSet } from '@greenroom/contract/config.schema'
import {
  officialAccountEnable,
  officialAccountInfo,
  officialAccountList,
  officialAccountSave,
  officialAccountUpdate,
  officialWriters,
} from '@greenroom/contract/official'
import { officialAccountsChanged } from '@greenroom/contract/sentences/official'
import { sql } from 'kysely'
import { configChanged, send } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/context.ts'
import { type Reader, type Transaction, violates } from '../../../kit/database.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { anyOf } from '../../../kit/rows.ts'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import { containing } from '../../../kit/text.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  lockAt,
  resource,
  search,
  serveRecord,
  serveRecords,
  serveSwitch,
  switches,
} from '../../../records/index.ts'

/** Accounts of staff that may sign in, by id; of `ids`, or all. */
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

/** Enabled official accounts, as the app marks them. */
export async function accountsState(reader: Reader): Promise<ConfigSet<'accounts'>> {
  const rows = await reader
    .selectFrom('official.account')
    .select(['user_id', 'title'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return { accounts: rows.map(({ user_id, title }) => ({ userId: Number(user_id), title })) }
}

const tellAccounts = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'accounts', async (version) => ({
      key: 'accounts',
      version,
      value: await accountsState(tx),
    })),
  ])

const accounts = resource('official.account', {
  id: { column: 'id', type: 'int' },
  menu: 'official.account',
  noun: 'officialAccount',
  view: (row) => ({
    id: row.id,
    userId: Number(row.user_id),
    title: row.title,
    note: row.note,
    writerIds: row.writer_ids,
    enabled: row.enabled,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
  }),
  more: async ({ database }, rows) => {
    const ids = rows.map(({ user_id }) => user_id)
    const people = await database
      .selectFrom('users.app_user')
      .select(['id', 'nickname', 'avatar_url'])
      .where('id', '=', anyOf(ids))
      .execute()
    const byId = new Map(people.map((person) => [person.id, person]))
    const staff = new Map(
      (await activeStaff(database, [...new Set(rows.flatMap(({ writer_ids }) => writer_ids))])).map((one) => [
        one.staffId,
        one,
      ]),
    )
    return rows.map((row) => ({
      // The log keeps ids, the screen shows names.
      userId: undefined,
      writerIds: undefined,
      person: {
        userId: Number(row.user_id),
        nickname: byId.get(row.user_id)?.nickname ?? '',
        avatarUrl: byId.get(row.user_id)?.avatar_url ?? '',
      },
      writers: row.writer_ids.flatMap((id) => staff.get(id) ?? []),
    }))
  },
  can: ({ enabled }) => ({ update: true, ...switches(enabled) }),
  fields: { title: 'title', note: 'note', writerIds: 'writer_ids', enabled: 'enabled' },
  sentence: (rows, change) =>
    officialAccountsChanged(
      'done',
      rows.map(({ title }) => title),
      change,
    ),
  changed: async (tx, { now }, rows) => {
    if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await tellAccounts(tx, now)
  },
})

type Fields = Pick<Parsed<typeof officialAccountUpdate>, 'title' | 'note' | 'writerIds'>

/** @throws Refusal 10009 `writerIds` for ids that are no active accounts of staff. */
async function columnsOf(tx: Transaction, { title, note, writerIds }: Fields) {
  const ids = [...new Set(writerIds)]
  const known = new Set((await activeStaff(tx, ids)).map(({ staffId }) => staffId))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw refuseBecause(10009, 'writerIds', 'account.writers', { ids: unknown })
  return { title, note: note ?? '', writer_ids: ids }
}

async function save(context: Context, { userId, ...payload }: Parsed<typeof officialAccountSave>) {
  try {
    return await context.tx(async (tx) => {
      const person = await tx
        .selectFrom('users.app_user')
        .select('id')
        .where('id', '=', BigInt(userId))
        .executeTakeFirst()
      if (!person) throw refuseBecause(10032, 'userId', 'account.person')
      const values = { ...(await columnsOf(tx, payload)), user_id: person.id, ...createdBy(context) }
      const { id } = await addRow(tx, context, accounts, values)
      return { id }
    })
  } catch (error) {
    if (violates(error, 'account_user_id_key')) throw refuseBecause(10027, 'userId', 'account.taken')
    throw error
  }
}

const update = (context: Context, payload: Parsed<typeof officialAccountUpdate>) =>
  context.tx(async (tx) => {
    const columns = await columnsOf(tx, payload)
    const before = await lockAt(tx, accounts, payload.id, payload.version, columns)
    await changeRows(tx, context, accounts, [before], columns, 'edited')
    return {}
  })

const namesOf = (row: RecordOf<typeof officialAccountList>) => row.writers.map(({ username }) => username).join(', ')

export const accountRoutes: Served[] = [
  serveRecords(accounts, officialAccountList, {
    filters: {
      q: search(
        ['t.title', 't.note'],
        (text) => sql<boolean>`exists (select from users.app_user u where u.id = t.user_id
                                and (u.nickname ilike ${containing(text)} or u.id::text = ${text}))`,
      ),
      enabled: equals('t.enabled'),
    },
    orders: { updatedAt: { type: 'timestamptz', column: 'updated_at' } },
    order: '-updatedAt',
    columns: [
      { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.person.userId },
      { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.person.nickname },
      { names: { en: 'Title', cn: '头衔' }, value: (row) => row.title },
      { names: { en: 'Note', cn: '备注' }, value: (row) => row.note },
      { names: { en: 'Authorised senders', cn: '可发送的员工' }, value: namesOf },
      { names: { en: 'Enabled', cn: '启用' }, value: (row) => row.enabled },
      { names: { en: 'Changed by', cn: '修改人' }, value: (row) => row.updatedBy },
      { names: { en: 'Changed at', cn: '修改时间' }, value: (row) => moment(row.updatedAt) },
    ],
  }),
  serveRecord(accounts, officialAccountInfo, 'account'),
  serve(officialAccountSave, save),
  serve(officialAccountUpdate, update),
  serveSwitch(accounts, officialAccountEnable),
  serve(officialWriters, async ({ database }) => ({ staff: await activeStaff(database) })),
]
