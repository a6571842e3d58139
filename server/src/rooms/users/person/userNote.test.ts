import { userDetail, userNoteDelete, userNoteList, userNoteSave, userNoteUpdate } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
let writer: Client
let reader: Client
let userId: number
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  writer = (await person(product, { permissions: { 'users.list': 3 } })).client
  reader = (await person(product, { permissions: { 'users.list': 1 } })).client
  userId = await appUser(product)
})
afterAll(() => product.close())

test('a note is edited by its author, and deleted by its author or the administrator', async () => {
  const note = await writer.call(userNoteSave, { userId, text: 'Two lines\nof text' })
  expect(note).toMatchObject({ text: 'Two lines\nof text', version: 1, can: { update: true, delete: true } })
  const { noteId } = note
  expect(await admin.refused(userNoteUpdate, { noteId, text: 'x', version: 1 })).toMatchObject({
    code: 10026,
    reason: 'note.author',
  })
  expect((await writer.call(userNoteUpdate, { noteId, text: 'Changed', version: 1 })).version).toBe(2)
  const { client: other } = await person(product, { permissions: { 'users.list': 3 } })
  expect(await other.refused(userNoteDelete, { noteId })).toMatchObject({ code: 10026, reason: 'note.deleter' })
  const shown = async (client: Client) => (await client.call(userNoteList, { userId })).records[0]!.can
  expect(await shown(other)).toEqual({ update: 'notYours', delete: 'notYours' })
  expect(await shown(admin)).toEqual({ update: 'notYours', delete: true })
  expect(await shown(reader)).toEqual({ update: 'readOnly', delete: 'readOnly' })
  await admin.call(userNoteDelete, { noteId })
  expect(await writer.refused(userNoteDelete, { noteId })).toMatchObject({ code: 10032 })
  expect(await writer.refused(userNoteUpdate, { noteId, text: 'x', version: 2 })).toMatchObject({ code: 10032 })
})

test('a stale change is refused with the current text', async () => {
  const { noteId } = await writer.call(userNoteSave, { userId, text: 'First' })
  await writer.call(userNoteUpdate, { noteId, text: 'Second', version: 1 })
  expect(await writer.refused(userNoteUpdate, { noteId, text: 'Third', version: 1 })).toEqual({
    code: 20000,
    fields: ['version', 'text'],
    reason: 'stale.byOnly',
  })
})

test('are listed newest first, counted, and only about existing users', async () => {
  const subject = await appUser(product)
  for (const text of ['one', 'two', 'three']) await writer.call(userNoteSave, { userId: subject, text })
  const { records, total } = await reader.call(userNoteList, { userId: subject, size: 2 })
  expect([records.map(({ text }) => text), total]).toEqual([['three', 'two'], 3])
  expect((await reader.call(userDetail, { userId: subject })).user.counts.notes).toBe(3)
  expect(await writer.refused(userNoteSave, { userId: 4_000_001, text: 'x' })).toMatchObject({ code: 21001 })
})
