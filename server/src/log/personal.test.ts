import { languageChoose } from '@greenroom/contract/access'
import { logInfo, logList, logVerify } from '@greenroom/contract/system'
import { userFlag, userNoteSave } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { settled } from '../../test/settled.ts'
import { appUser } from '../rooms/users/people.fixture.ts'
import { sealLog } from './seal.ts'

let product: TestProduct
let admin: Client
let userId: number
const nickname = 'Čudna~Zvezda'
const reason = 'she asked twice'

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  userId = await appUser(product)
  await product.database.updateTable('users.app_user').set({ nickname }).where('id', '=', BigInt(userId)).execute()
  await admin.call(userNoteSave, { userId, text: 'knows a/b~c' })
  await admin.call(userFlag, { ids: [userId], flag: 'security', on: true, reason })
})
afterAll(() => product.close())

const found = async (logContent: string) =>
  (await admin.call(logList, { logContent })).records.map((row) => row.logContent)
const entryOf = async (opName: string) => {
  const [row] = (await admin.call(logList, { opName })).records
  return (await admin.call(logInfo, { id: row!.id })).entry
}
const seal = async () => {
  await settled(product.database)
  await sealLog(product.database, product.seals)
}

it('are shown and found as if they stood in the entry', async () => {
  const line = `Note added to ${nickname} (${userId})`
  expect(await found('Note added')).toEqual([line])
  expect(await found(nickname.slice(2, 8))).toContain(line)
  expect(await found(line)).toEqual([line])
  expect(await found(`added to ${nickname} (`)).toEqual([line])
  expect(await found(`to added ${nickname}`)).toEqual([])
  const today = product.clock.now().toISOString().slice(0, 10)
  const short = await admin.call(logList, { logContent: nickname.slice(0, 2), startTimeStr: today })
  expect(short.records.map((row) => row.logContent)).toContain(line)
  expect(await entryOf('user.note')).toMatchObject({ logContent: line, after: { text: 'knows a/b~c' } })
  expect(await entryOf('user.flag')).toMatchObject({ reason })
})

it('stand in no entry, but in rows that say whose they are', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from log.entry e
     where e::text like ${`%${nickname}%`} or e::text like ${`%${reason}%`} or e::text like '%knows a%'`.execute(
    product.database,
  )
  expect(rows[0]!.count).toBe(0)
  const kept = await product.database
    .selectFrom('log.personal')
    .select('value')
    .where('subject', '=', `user ${userId}`)
    .execute()
  expect(kept.map(({ value }) => value)).toEqual(expect.arrayContaining([nickname, reason, 'knows a/b~c']))
})

it('is also read in the database, by the view', async () => {
  const row = await product.database
    .selectFrom('log.readable')
    .select(['content', 'after'])
    .where('target', '=', `user ${userId}`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(row.content.split('\u001f')).toEqual([expect.stringContaining(nickname), expect.stringContaining(nickname)])
  expect(row.after).toMatchObject({ text: 'knows a/b~c' })
})

it('can’t be changed, nor deleted by accident; a changed one is found', async () => {
  // Not even by the owner.
  const { owner: database } = product
  await seal()
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log.personal'::regclass`.execute(
    database,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const table of ['log.personal', ...rows.map(({ name }) => name)])
    for (const statement of [`update ${table} set value = ''`, `delete from ${table}`, `truncate ${table}`])
      await expect(sql.raw(statement).execute(database), statement).rejects.toMatchObject({ code: '42501' })
  const change = (from: string, to: string) =>
    database.transaction().execute(async (tx) => {
      for (const { name } of rows) await sql.raw(`alter table ${name} disable trigger user`).execute(tx)
      await sql`alter table log.personal disable trigger user`.execute(tx)
      await sql`update log.personal set value = ${to} where value = ${from}`.execute(tx)
      for (const { name } of rows) await sql.raw(`alter table ${name} enable trigger user`).execute(tx)
      await sql`alter table log.personal enable trigger user`.execute(tx)
    })
  await change(reason, 'another reason')
  expect((await admin.call(logVerify, {})).broken).toMatchObject({ why: 'words' })
  await change('another reason', reason)
  expect(await admin.call(logVerify, {})).toMatchObject({ ok: true, erased: 0 })
})

it('may be erased: the chain stays whole, and readers see that something stood there', async () => {
  const erased = await product.owner.transaction().execute(async (tx) => {
    await sql`set local log.erasing = 'on'`.execute(tx)
    const subject = `user ${userId}`
    const { numDeletedRows } = await tx.deleteFrom('log.personal').where('subject', '=', subject).executeTakeFirst()
    return Number(numDeletedRows)
  })
  expect(erased).toBeGreaterThan(3)
  await seal()
  expect(await admin.call(logVerify, {})).toMatchObject({ ok: true, erased, broken: null })
  expect(await entryOf('user.note')).toMatchObject({
    logContent: `Note added to [erased] (${userId})`,
    after: { text: '[erased]' },
  })
  expect(await entryOf('user.flag')).toMatchObject({ reason: '[erased]' })
  await admin.call(languageChoose, { language: 'cn' })
  expect((await entryOf('user.note')).logContent).toContain('[已清除]')
  expect(await found(nickname)).toEqual([])
})
