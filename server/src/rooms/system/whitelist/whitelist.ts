// The whitelist: exemptions from second factors, device bans and withdrawal checks.

import type { Parsed } from '@greenroom/contract/call'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import {
  whitelistDelete,
  whitelistInfo,
  whitelistList,
  whitelistSave,
  whitelistUpdate,
} from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { violates } from '../../../kit/database.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import { momentOf, spanOf } from '../../../kit/time.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  lockAt,
  resource,
  search,
  serveDelete,
  serveRecord,
  serveRecords,
} from '../../../records/index.ts'
import { widestPrefix } from './address.ts'
import { coversTooMuch, goodExpiry, type Kind, normalValue, stateAt } from './rules.ts'

const whitelist = resource('system.whitelist', {
  id: { column: 'id', type: 'int' },
  menu: 'system.whitelist',
  noun: 'whitelist',
  view: (row) => ({
    id: row.id,
    kind: row.kind as Kind,
    value: row.value,
    note: row.note,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }),
  more: async ({ now }, rows) => rows.map((row) => ({ state: stateAt(row.expires_at, now) })),
  can: () => ({ update: true, delete: true }),
  fields: { note: 'note', expiresAtStr: 'expires_at' },
  sentence: (rows, change) =>
    whitelistChanged(
      rows.map(({ kind, value }) => ({ kind: kind as Kind, value })),
      change,
    ),
})

/** The columns that staff may edit. An omitted end means none; a day means the whole day. */
function columnsOf(context: Context, { note = '', expiresAtStr }: Parsed<typeof whitelistUpdate>) {
  if (expiresAtStr === undefined) return { note, expires_at: null }
  momentOf(expiresAtStr, context.timeZone, 'expiresAtStr')
  return { note, expires_at: spanOf({ endTimeStr: expiresAtStr }, context.timeZone).to ?? null }
}

const past = () => refuseBecause(10009, 'expiresAtStr', 'time.past')
const tooWide = () => refuseBecause(10009, 'value', 'whitelist.tooWide', widestPrefix)

const expected = {
  ip: 'whitelist.ip',
  user: 'whitelist.userId',
  device: 'whitelist.device',
  withdrawal: 'whitelist.userId',
} as const satisfies Record<Kind, ReasonKey>

/** @throws Refusal 10009 for an invalid value or a network too wide, 21001 for an unknown user, 10027 for a duplicate. */
async function save(context: Context, payload: Parsed<typeof whitelistSave>) {
  const { kind } = payload
  const value = normalValue(kind, payload.value)
  if (value === null) throw refuseBecause(10009, 'value', expected[kind])
  if (coversTooMuch(kind, value)) throw tooWide()
  const columns = columnsOf(context, { ...payload, id: 0, version: 0 })
  if (!goodExpiry(columns.expires_at, context.now)) throw past()
  try {
    return await context.tx(async (tx) => {
      const known =
        kind !== 'user' ||
        (await tx.selectFrom('users.app_user').select('id').where('id', '=', BigInt(value)).executeTakeFirst())
      if (!known) throw refuseBecause(21001, 'value', 'whitelist.user', { value })
      const { id } = await addRow(tx, context, whitelist, { kind, value, ...columns, ...createdBy(context) })
      return { id }
    })
  } catch (error) {
    if (violates(error, 'whitelist_value')) throw refuseBecause(10027, 'value', 'whitelist.exists', { value })
    throw error
  }
}

/** @throws Refusal 10032 for an unknown id, 20000 for a stale version, 10009 for an end in the past. */
const update = (context: Context, payload: Parsed<typeof whitelistUpdate>) =>
  context.tx(async (tx) => {
    const columns = columnsOf(context, payload)
    const before = await lockAt(tx, whitelist, payload.id, payload.version, columns)
    if (!goodExpiry(columns.expires_at, context.now, before.expires_at)) throw past()
    if (coversTooMuch(before.kind as Kind, before.value) && stateAt(columns.expires_at, context.now) === 'effective')
      throw tooWide()
    await changeRows(tx, context, whitelist, [before], columns, 'edited')
    return {}
  })

/** Entries expire by the platform's clock. */
const inState = (state: string, { now }: Context) => sql<boolean>`
  (t.expires_at is not null and t.expires_at <= ${now}) = ${state === 'expired'}`

const kinds: Record<Kind, { en: string; cn: string }> = {
  ip: { en: 'Address', cn: 'IP 地址' },
  user: { en: 'User', cn: '用户' },
  device: { en: 'Device', cn: '设备' },
  withdrawal: { en: 'Withdrawal', cn: '提现' },
}
const states = { effective: { en: 'Effective', cn: '生效中' }, expired: { en: 'Expired', cn: '已过期' } }

export const whitelistRoutes: Served[] = [
  serveRecords(whitelist, whitelistList, {
    filters: { q: search(['t.value', 't.note']), kind: equals('t.kind'), state: inState },
    orders: {
      createdAt: { type: 'timestamptz', column: 'created_at' },
      value: { type: 'text', column: 'value' },
    },
    order: '-createdAt',
    columns: [
      { names: { en: 'ID', cn: '编号' }, value: (entry) => entry.id },
      { names: { en: 'Kind', cn: '类型' }, value: (entry, context) => kinds[entry.kind][context.language] },
      { names: { en: 'Value', cn: '内容' }, value: (entry) => entry.value },
      { names: { en: 'Note', cn: '备注' }, value: (entry) => entry.note },
      { names: { en: 'Expires', cn: '到期时间' }, value: (entry) => moment(entry.expiresAt) },
      { names: { en: 'State', cn: '状态' }, value: (entry, context) => states[entry.state][context.language] },
      { names: { en: 'Added by', cn: '添加人' }, value: (entry) => entry.createdBy },
      { names: { en: 'Added at', cn: '添加时间' }, value: (entry) => moment(entry.createdAt) },
    ],
  }),
  serveRecord(whitelist, whitelistInfo, 'entry'),
  serve(whitelistSave, save),
  serve(whitelistUpdate, update),
  serveDelete(whitelist, whitelistDelete),
]
