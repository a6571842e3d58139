import { deviceUnban, userUnban } from '@greenroom/contract/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { call, Refused, Unreachable } from '../../api/call.ts'
import { type Ban, liftBans } from './Ban.tsx'

vi.mock('../../api/call.ts', async (original) => ({ ...(await original()), call: vi.fn() }))

const ban = (banId: string, userId: number | null, deviceId: string | null) => ({ banId, userId, deviceId }) as Ban
const bans = [ban('a', 7, null), ban('b', 8, null), ban('c', null, 'x')]
const answer = (of: Record<string, () => Promise<unknown>>) =>
  vi.mocked(call).mockImplementation((declared) => of[declared.name]!() as never)

beforeEach(() => {
  vi.mocked(call).mockReset()
})

test('each ban has the outcome of its user or its device', async () => {
  answer({
    [userUnban.name]: async () => ({
      outcomes: [
        { id: 7, ok: true },
        { id: 8, ok: false, errorCode: 20000 },
      ],
    }),
    [deviceUnban.name]: async () => ({ outcomes: [{ id: 'x', ok: true }] }),
  })
  expect((await liftBans(bans, 'r')).outcomes).toEqual([
    { id: 'a', ok: true },
    { id: 'b', ok: false, errorCode: 20000 },
    { id: 'c', ok: true },
  ])
})

test('the first call’s outcomes are reported although the second call fails', async () => {
  answer({
    [userUnban.name]: async () => ({
      outcomes: [
        { id: 7, ok: true },
        { id: 8, ok: true },
      ],
    }),
    [deviceUnban.name]: () => Promise.reject(new Refused(10026, 'no', [])),
  })
  expect((await liftBans(bans, 'r')).outcomes).toMatchObject([
    { id: 'a', ok: true },
    { id: 'b', ok: true },
    { id: 'c', ok: false, errorCode: 10026 },
  ])
})

test('if nothing was done, the failure is thrown to the caller', async () => {
  const away = new Unreachable('away')
  answer({ [userUnban.name]: () => Promise.reject(away), [deviceUnban.name]: () => Promise.reject(away) })
  await expect(liftBans(bans, 'r')).rejects.toBe(away)
})
