import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { noticeRestore, placeOf } from './installation.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 2 })
})
afterAll(() => database.destroy())

const notice = async (failsOver = false) => {
  let calls = 0
  const isRestored = await noticeRestore(database, failsOver, async () => {
    calls++
  })
  return { isRestored, calls }
}
const quiet = { isRestored: false, calls: 0 }
const restored = { isRestored: true, calls: 1 }
const idNow = async () => (await database.selectFrom('kit.installation').select('id').executeTakeFirstOrThrow()).id
const was = (set: { cluster?: string; timeline?: number }) =>
  database.updateTable('kit.installation').set(set).execute()

test('a first start and later ones report nothing', async () => {
  expect(await notice()).toEqual(quiet)
  const id = await idNow()
  expect(await notice()).toEqual(quiet)
  expect(await idNow()).toBe(id)
})

test('a dump in another cluster is a copy, reported once, with a new id', async () => {
  const id = await idNow()
  await was({ cluster: '7' })
  expect(await notice()).toEqual(restored)
  expect(await idNow()).not.toBe(id)
  expect(await notice()).toEqual(quiet)
})

test('a running database is told from any other, and is the same on each connection', async () => {
  const other = openDatabase((await freshDatabase()).url, { max: 1 })
  const [one, again, another] = await Promise.all([placeOf(database), placeOf(database), placeOf(other)])
  await other.destroy()
  expect([one === again, one === another]).toEqual([true, false])
})

test('another timeline is a point-in-time recovery, unless the operator has standbys', async () => {
  await was({ timeline: 99 })
  expect(await notice(true)).toEqual(quiet)
  await was({ timeline: 99 })
  expect(await notice()).toEqual(restored)
})
