// The ban log over HTTP.
import { banLogList } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client
let now: Date
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  now = product.clock.now()
  await product.database
    .insertInto('users.app_user')
    .values(
      [1, 2].map((id) => ({ id: BigInt(id), nickname: `N${id}`, avatar_url: `https://app/${id}`, created_at: now })),
    )
    .execute()
  await product.database
    .insertInto('users.device')
    .values({ id: 'd1', first_seen_at: now, last_seen_at: now })
    .execute()
  const ban = (by: string, at: Date, more: object) => ({
    id: newId(at),
    reason: 'rude',
    by,
    at,
    kind: 'id' as const,
    ...more,
  })
  await product.database
    .insertInto('users.ban')
    .values([
      ban('eve', hours(-50), {
        user_id: 1n,
        ended: 'lifted',
        ended_at: hours(-49),
        ended_by: 'ann',
        end_reason: 'sorry',
      }),
      ban('eve', hours(-40), { user_id: 1n, kind: 'both', ended: 'replaced', ended_at: hours(-30), ended_by: 'eve' }),
      ban('ann', hours(-30), { user_id: 1n, until: null }),
      ban('ann', hours(-20), { user_id: 2n, until: hours(-10) }),
      ban('ann', hours(-15), { user_id: 2n, until: hours(-12), ended: 'expired', ended_at: hours(-12), ended_by: '' }),
      ban('ann', hours(-5), { device_id: 'd1', kind: 'device', until: hours(5) }),
    ])
    .execute()
})
afterAll(() => product.close())

const states = async (filters: Parameters<typeof admin.call<typeof banLogList>>[1]) =>
  (await admin.call(banLogList, filters)).records.map((ban) => ban.state)

test('shows each ban with its end, newest first', async () => {
  const { records, total } = await admin.call(banLogList, {})
  expect(total).toBe(6)
  expect(records.map((ban) => ban.state)).toEqual(['active', 'expired', 'expired', 'active', 'replaced', 'lifted'])
  expect(records[0]).toMatchObject({ userId: null, deviceId: 'd1', nickname: '', avatarUrl: '', can: { unban: true } })
  // Expired, although the round has not ended it yet.
  expect(records[2]).toMatchObject({ userId: 2, endedAt: hours(-10).toISOString(), can: { unban: 'ended' } })
  expect(records[5]).toMatchObject({
    nickname: 'N1',
    avatarUrl: 'https://app/1',
    endedBy: 'ann',
    endReason: 'sorry',
    can: { unban: 'ended' },
  })
})

test('is filtered', async () => {
  expect(await states({ userId: 1 })).toEqual(['active', 'replaced', 'lifted'])
  expect(await states({ deviceId: 'd1' })).toEqual(['active'])
  expect(await states({ kind: 'both' })).toEqual(['replaced'])
  expect(await states({ state: 'active' })).toEqual(['active', 'active'])
  expect(await states({ state: 'expired' })).toEqual(['expired', 'expired'])
  expect(await states({ state: 'lifted' })).toEqual(['lifted'])
  expect(await states({ username: 'eve' })).toEqual(['replaced', 'lifted'])
  const text = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
  expect(await states({ startTimeStr: text(hours(-41)), endTimeStr: text(hours(-19)) })).toEqual([
    'expired',
    'active',
    'replaced',
  ])
  const first = await admin.call(banLogList, { size: 4 })
  expect(await states({ size: 4, after: first.next })).toEqual(['replaced', 'lifted'])
})

test('shows for each ban whether the caller may undo it', async () => {
  const reader = await person(product, { permissions: { 'users.banLog': 3, 'users.device': 3 } })
  const { records } = await reader.client.call(banLogList, { state: 'active' })
  expect(records.map((ban) => ban.can.unban)).toEqual([true, 'readOnly'])
})
