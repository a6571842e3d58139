// @vitest-environment happy-dom
// A large view whose tile is gone is closed: the wall is held by nothing, and its keys work.
import { liveMonitor } from '@greenroom/contract/live'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import Monitor from './Monitor.tsx'
import { tile } from './tile.fixture.ts'

const host = (userId: number) =>
  tile(`live-${userId}`, { users: [{ userId, nickname: `Host ${userId}`, avatarUrl: '', country: 'BR' }] })
const pages = [[host(1), host(2)], [host(3)]]

beforeEach(async () => {
  await signIn({ 'live.monitor': 3 }, '/live/monitor?page=2')
  // The test's document has no locks: the tab holds its connection itself.
  vi.stubGlobal('BroadcastChannel', undefined)
  await loadTexts(['live'])
  answer(liveMonitor, ({ payload }) => ({ tiles: pages[Number(payload['page']) - 1]!, total: 17 }) as never)
})
afterEach(unmount)

const tileOf = (userId: number) => screen.findByRole('article', { name: new RegExp(`Host ${userId}`) })
const turnTo = (page: number) =>
  act(() => {
    window.history.pushState(null, '', `/live/monitor?page=${page}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('another page closes the large view, and it stays closed', async () => {
  const { user } = stage(<Monitor />)
  await user.click((await tileOf(3)).querySelector('button')!)
  await screen.findByRole('dialog', { name: /Host 3/ })
  turnTo(1)
  await tileOf(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  turnTo(2)
  const again = await tileOf(3)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The keys are the wall's own again.
  act(() => again.focus())
  fireEvent.keyDown(again, { key: 'Enter', code: 'Enter' })
  await screen.findByRole('dialog', { name: /Host 3/ })
})
