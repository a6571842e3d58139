// Boards: pins with their filters, their order, sharing with roles, and what is refused.
import * as calls from '@greenroom/contract/boards'
import { indicatorFigures } from '@greenroom/contract/indicators'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Made, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { isOrderOf, pinOf } from './boards.rules.ts'

let product: TestProduct
let owner: Made
beforeAll(async () => {
  product = await startProduct()
  owner = await analyst()
})
afterAll(() => product.close())

const analyst = (live: 1 | 3 = 1) =>
  person(product, { permissions: { 'indicators.board': 3, 'indicators.live': live, 'indicators.retention': 1 } })
const colleague = async (role: Made, permissions: Parameters<typeof person>[1]) => {
  const made = await person(product, permissions)
  await product.database
    .insertInto('access.staff_role')
    .values({ staff_id: made.staffId, role_id: role.roleId })
    .execute()
  return made
}
const viewers = { kind: 'live', as: 'figure', key: 'viewers' } as const
let boards = 0
const aBoard = async ({ client }: Made, roleIds: number[] = []) =>
  (await client.call(calls.boardSave, { name: `Board ${++boards}`, roleIds })).boardId

test('a pin keeps its filters; the owner sets the order', async () => {
  const boardId = await aBoard(owner)
  const { pinId: first } = await owner.client.call(calls.boardPin, {
    boardId,
    ...viewers,
    country: ['BR', 'IN'],
    platform: ['ios'],
    compare: 'before',
    days: 30,
  })
  const { pinId: second } = await owner.client.call(calls.boardPin, {
    boardId,
    kind: 'retention',
    as: 'chart',
    key: 'cohorts',
    group: 'women',
    startTimeStr: '2026-01-01',
    endTimeStr: '2026-01-31',
  })
  const shown = async () => (await owner.client.call(calls.boardInfo, { boardId })).figures
  expect(await shown()).toMatchObject([
    {
      pinId: first,
      shown: { ...viewers, country: ['BR', 'IN'], platform: ['ios'], compare: 'before', days: 30, from: null },
    },
    { pinId: second, shown: { group: 'women', days: null, from: '2026-01-01', to: '2026-01-31' } },
  ])
  await owner.client.call(calls.boardOrder, { boardId, pinIds: [second, first] })
  expect((await shown()).map(({ pinId }) => pinId)).toEqual([second, first])
  for (const pinIds of [[first], [first, first], [first, second, 1]])
    expect(await owner.client.refused(calls.boardOrder, { boardId, pinIds })).toMatchObject({
      code: 20000,
      reason: 'board.changed',
    })
  await owner.client.call(calls.boardUnpin, { boardId, pinId: first })
  expect((await shown()).map(({ pinId }) => pinId)).toEqual([second])
  expect(await owner.client.refused(calls.boardUnpin, { boardId, pinId: first })).toMatchObject({ code: 10032 })
})

test('only figures of a readable dashboard, in days that it can show', async () => {
  const boardId = await aBoard(owner)
  const refused = (pin: object) => owner.client.refused(calls.boardPin, { boardId, ...viewers, ...pin })
  expect(await refused({ key: 'installs' })).toEqual({ code: 10009, fields: ['key'], reason: 'board.key' })
  expect(await refused({ as: 'chart', key: 'sessions' })).toEqual({ code: 10009, fields: ['key'], reason: 'board.key' })
  expect(await refused({ startTimeStr: '2026-02-02', endTimeStr: '2026-02-01' })).toEqual({
    code: 10009,
    fields: ['endTimeStr'],
    reason: 'indicator.order',
  })
  expect(await refused({ kind: 'match', key: 'matched' })).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await refused({ boardId: 2 ** 30 })).toMatchObject({ code: 10032 })
  expect(await refused({ boardId: undefined })).toEqual({ code: 10009, fields: ['name'], reason: 'board.none' })
  const made = await owner.client.call(calls.boardPin, { ...viewers, name: 'Made by a pin' })
  expect((await owner.client.call(calls.boardInfo, { boardId: made.boardId })).pins).toBe(1)
  expect(await refused({ boardId: undefined, name: 'Made by a pin' })).toEqual({
    code: 10027,
    fields: ['name'],
    reason: 'board.name',
  })
})

test('shared with a role: its members read it with their own permissions, and can’t change it', async () => {
  const boardId = await aBoard(owner, [owner.roleId])
  await owner.client.call(calls.boardPin, { boardId, ...viewers, channel: ['a'] })
  const reader = await colleague(owner, { permissions: {} })
  const listed = async ({ client }: Made) =>
    (await client.call(calls.boardList, {})).boards.filter((board) => board.boardId === boardId)
  expect(await listed(reader)).toMatchObject([{ own: false, mayDelete: false, by: owner.username, pins: 1 }])
  expect((await reader.client.call(calls.boardInfo, { boardId })).figures).toMatchObject([
    { shown: { channel: ['a'] } },
  ])
  const hidden = { code: 10032 }
  expect(await reader.client.refused(calls.boardDelete, { boardId })).toMatchObject(hidden)
  expect(await reader.client.refused(calls.boardPin, { boardId, ...viewers })).toMatchObject(hidden)
  expect(await reader.client.refused(calls.boardOrder, { boardId, pinIds: [] })).toMatchObject(hidden)
  expect(await reader.client.refused(calls.boardSave, { boardId, name: 'Theirs', roleIds: [] })).toMatchObject(hidden)

  // Another role, and one without access to the dashboard.
  const stranger = await analyst()
  expect(await listed(stranger)).toEqual([])
  expect(await stranger.client.refused(calls.boardInfo, { boardId })).toMatchObject({ code: 10032 })
  const narrow = await person(product, { permissions: { 'indicators.board': 1 } })
  await owner.client.call(calls.boardSave, { boardId, name: 'Wall', roleIds: [owner.roleId, narrow.roleId] })
  const { figures } = await narrow.client.call(calls.boardInfo, { boardId })
  expect(figures).toEqual([{ pinId: figures[0]!.pinId, shown: null }])
  expect(await narrow.client.refused(indicatorFigures, { kind: 'live' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await narrow.client.refused(calls.boardSave, { name: 'Mine', roleIds: [] })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })

  // No longer shared: invisible to everyone but its owner; an administrator deletes a shared one.
  await owner.client.call(calls.boardSave, { boardId, name: 'Wall', roleIds: [narrow.roleId] })
  expect(await reader.client.refused(calls.boardInfo, { boardId })).toMatchObject({ code: 10032 })
  const admin = await product.administrator()
  await admin.call(calls.boardDelete, { boardId })
  expect(await owner.client.refused(calls.boardInfo, { boardId })).toMatchObject({ code: 10032 })
})

test('unique names, roles with access to boards, twenty boards, twenty-four pins, no stale writes', async () => {
  const one = await analyst()
  const boardId = await aBoard(one)
  const save = (payload: object) => one.client.refused(calls.boardSave, { boardId, name: 'x', roleIds: [], ...payload })
  const {
    boards: [board],
  } = await one.client.call(calls.boardList, {})
  const { roleId } = await person(product, { permissions: { 'indicators.live': 3 } })
  expect(await save({ roleIds: [roleId] })).toEqual({ code: 10009, fields: ['roleIds'], reason: 'board.role' })
  expect((await one.client.call(calls.boardRoles, {})).roles.map((role) => role.roleId)).not.toContain(roleId)
  await one.client.call(calls.boardPin, { boardId, ...viewers })
  expect(await save({ version: board!.version })).toMatchObject({ code: 20000, reason: 'stale.by' })
  const other = await aBoard(one)
  expect(await save({ boardId: other, name: board!.name })).toEqual({
    code: 10027,
    fields: ['name'],
    reason: 'board.name',
  })
  for (let count = 2; count < 20; count++) await aBoard(one)
  expect(await save({ boardId: undefined })).toEqual({ code: 10009, fields: ['name'], reason: 'board.many' })
  for (let count = 1; count < 24; count++) await one.client.call(calls.boardPin, { boardId, ...viewers })
  expect(await one.client.refused(calls.boardPin, { boardId, ...viewers })).toEqual({
    code: 10009,
    fields: ['boardId'],
    reason: 'board.full',
  })
})

test('a span is relative to today unless it is fixed', () => {
  const requested = { ...viewers }
  const today = '2026-11-23'
  expect(pinOf(requested, today)).toMatchObject({ days: 7, from: null, to: null })
  expect(pinOf({ ...requested, days: 30, startTimeStr: '2026-01-01' }, today)).toMatchObject({ days: 30, from: null })
  expect(pinOf({ ...requested, startTimeStr: '2026-11-01' }, today)).toMatchObject({
    days: null,
    from: '2026-11-01',
    to: today,
  })
  expect(pinOf({ ...requested, startTimeStr: '2020-11-01' }, today)).toBe('indicator.span')
})

test('an order names each pin once', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })
  fc.assert(
    fc.property(ids, fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 9 }), (pins, order) => {
      const sorted = (of: readonly number[]) => of.toSorted((a, b) => a - b).join()
      expect(
        isOrderOf(
          pins.map((id) => ({ id })),
          order,
        ),
      ).toBe(sorted(pins) === sorted(order))
      expect(
        isOrderOf(
          pins.map((id) => ({ id })),
          pins.toReversed(),
        ),
      ).toBe(true)
    }),
  )
})
