// @vitest-environment happy-dom
// The withdrawal desk: keys decide the withdrawal that the reviewer sees, or none.
import { withdrawalClaim, withdrawalGiveBack, withdrawalPass, withdrawalRefuse } from '@greenroom/contract/withdrawals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../../test/stage.tsx'
import { Desk } from './Desk.tsx'

const minute = 60_000
const one = (withdrawalId: string, nickname: string) => ({
  withdrawalId,
  user: { userId: Number(withdrawalId), nickname, avatarUrl: '' },
  usdCents: 1_000,
  bonus: 1_000,
  balance: 1_000,
  reserved: 1_000,
  owedTokens: 0,
  owedUsdCents: 0,
  paidBefore: { count: 0, usdCents: 0 },
  held: '',
  risks: [],
  riskScore: 0,
  riskHeld: false,
  whitelisted: false,
  state: 'in review',
  requestedAt: new Date().toISOString(),
  registeredAt: new Date().toISOString(),
  country: '',
  guildName: '',
  account: { kind: 'usdt_trc20', lastFour: '1234', usableAt: new Date().toISOString() },
  claimedUntil: new Date(Date.now() + 10 * minute).toISOString(),
  can: {},
})

let claimed: string[]
const decided = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  decided.mockReset()
  claimed = ['1', '2']
  await signIn({ 'finance.withdraw': 3 }, '/finance/withdraw')
  answer(withdrawalClaim, () => ({ withdrawals: claimed.map((id) => one(id, `Person ${id}`)), more: 0 }) as never)
  answer(withdrawalGiveBack, () => ({ givenBack: 0 }))
  for (const call of [withdrawalPass, withdrawalRefuse])
    answer(call, ({ payload }) => {
      decided(call.name, payload['ids'])
      return { outcomes: [{ id: payload['ids'], ok: true }] } as never
    })
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
})
const shown = () => screen.queryByRole('button', { current: true })?.textContent ?? ''
const renew = async () => {
  fireEvent.pointerDown(document.body)
  await act(() => vi.advanceTimersByTimeAsync(3 * minute + 10_000))
}

test('a renewal that answers another order leaves the shown withdrawal and the typed reason', async () => {
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  const reason = screen.getByLabelText<HTMLInputElement>('Reason for rejection')
  fireEvent.change(reason, { target: { value: 'The account name' } })
  claimed = ['3', '2', '1']
  await renew()
  expect(shown()).toContain('Person 1')
  expect(screen.getByLabelText<HTMLInputElement>('Reason for rejection').value).toBe('The account name')
  fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' })
  await waitFor(() => expect(decided).toHaveBeenCalledWith('withdrawalPass', '1'))
})

test('a withdrawal that is no longer the reviewer’s says so, and no key decides anything', async () => {
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  claimed = ['2']
  await renew()
  expect(shown()).toContain('Person 1')
  expect(screen.getByRole('alert').textContent).toContain('no longer yours')
  for (const key of ['p', 'f', 's']) fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })
  expect(decided).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter' })
  await waitFor(() => expect(shown()).toContain('Person 2'))
  fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' })
  await waitFor(() => expect(decided).toHaveBeenCalledWith('withdrawalPass', '2'))
})

test('after a pause the claims have expired: nothing can be decided', async () => {
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  await act(() => vi.advanceTimersByTimeAsync(21 * minute))
  expect(screen.getByRole('alert').textContent).toContain('expired')
  fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP', repeat: true })
  expect(decided).not.toHaveBeenCalled()
})

test('a held key and a second press decide once', async () => {
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  for (let press = 0; press < 3; press++) fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP' })
  await waitFor(() => expect(shown()).toContain('Person 2'))
  expect(decided).toHaveBeenCalledOnce()
})
