// @vitest-environment happy-dom
// The withdrawal desk: keys decide the withdrawal that the reviewer sees, or none.
import {
  withdrawalClaim,
  withdrawalGiveBack,
  withdrawalPass,
  withdrawalRefuse,
  withdrawalUndo,
} from '@greenroom/contract/withdrawals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { Desk } from './WithdrawDesk.tsx'

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
  notInEffect: null,
  decision: null,
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
let asks: boolean
let alone: number
const decided = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  decided.mockReset()
  claimed = ['1', '2']
  asks = false
  alone = 50_000
  await signIn({ 'finance.withdraw': 3 }, '/finance/withdraw')
  answer(
    withdrawalClaim,
    () => ({ withdrawals: claimed.map((id) => one(id, `Person ${id}`)), more: 0, aloneLeftCents: alone }) as never,
  )
  answer(withdrawalGiveBack, () => ({ givenBack: 0 }))
  for (const call of [withdrawalPass, withdrawalRefuse])
    answer(call, ({ payload }) => {
      decided(call.name, payload['ids'])
      const effectiveAt = new Date(Date.now() + 10_000).toISOString()
      return {
        outcomes: [{ id: payload['ids'], ok: true }],
        undo: { decisionId: `of ${payload['ids']}`, effectiveAt },
        ...(asks && { asks }),
      } as never
    })
  answer(withdrawalUndo, ({ payload }) => {
    decided('withdrawalUndo', payload['decisionId'])
    return { withdrawalId: '' }
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

const press = (key: string) => fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })
const said = () => screen.getByRole('status').textContent

test('a decision is said in the bar, whose and how much, and its key takes it back: the withdrawal is shown again with its reason', async () => {
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  const reason = () => screen.getByLabelText<HTMLInputElement>('Reason for rejection')
  fireEvent.change(reason(), { target: { value: 'own gifts' } })
  press('f')
  await waitFor(() => expect(said()).toMatch(/rejected: \$10\.00 of .*Person 1.* \(1\)/))
  expect(shown()).toContain('Person 2')
  expect(within(screen.getByRole('region', { name: 'Decide' })).getByRole('status')).toBeTruthy()
  press('u')
  press('u')
  await waitFor(() => expect(said()).toContain('in review again'))
  expect(decided.mock.calls.filter(([name]) => name === 'withdrawalUndo')).toEqual([['withdrawalUndo', 'of 1']])
  expect(shown()).toContain('Person 1')
  expect(reason().value).toBe('own gifts')
  // What is undone can be decided again.
  press('p')
  await waitFor(() => expect(decided).toHaveBeenLastCalledWith('withdrawalPass', '1'))
})

test('what a second member of staff must approve says so; after its seconds it cannot be undone', async () => {
  asks = true
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  press('p')
  await waitFor(() => expect(said()).toMatch(/sent for approval: \$10\.00 of .*Person 1/))
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  press('u')
  expect(decided.mock.calls.filter(([name]) => name === 'withdrawalUndo')).toEqual([])
})

test('the last decision of an empty desk can be undone', async () => {
  claimed = ['1']
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  claimed = []
  press('p')
  await waitFor(() => expect(screen.getByText('No withdrawals to review')).toBeTruthy())
  claimed = ['1']
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }))
  await waitFor(() => expect(shown()).toContain('Person 1'))
})

test('the button says that it asks for approval, as soon as the amount is more than may be passed alone', async () => {
  alone = 1_500
  stage(<Desk />)
  await waitFor(() => expect(shown()).toContain('Person 1'))
  expect(screen.getByRole('button', { name: /^Approve/ })).toBeTruthy()
  press('p')
  await waitFor(() => expect(shown()).toContain('Person 2'))
  expect(screen.getByRole('button', { name: /^Request approval/ })).toBeTruthy()
})
