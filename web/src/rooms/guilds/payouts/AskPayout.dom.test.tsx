// @vitest-environment happy-dom
// A leader who has too little to request is told so before anything is sent.
import { guildMoney, payoutRequestSave } from '@greenroom/contract/payouts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import AskPayout from './AskPayout.tsx'

const sent = vi.fn()
beforeEach(async () => {
  sent.mockReset()
  await signIn({ 'guilds.withdrawalManage': 3 }, '/', 7, { unionId: 1 })
  await loadTexts(['guilds'])
  answer(payoutRequestSave, ({ payload }) => {
    sent(payload['usdCents'])
    return { id: '1' } as never
  })
})
afterEach(unmount)

const money = (payableCents: number) =>
  answer(
    guildMoney,
    () =>
      ({
        guildId: 1,
        guildName: 'Star',
        payableCents,
        reservedCents: 0,
        minCents: 1_000,
        accountWaitHours: 24,
        stepCents: 1_000,
        accounts: [],
        can: { ask: true },
      }) as never,
  )
const button = () => screen.findByRole('button', { name: 'Request payout' })

test('with less than the smallest amount nothing is sent, and it says why', async () => {
  money(900)
  stage(<AskPayout rowId="" close={vi.fn()} />)
  expect(await screen.findByText('There is less to request than the smallest amount.')).toBeDefined()
  fireEvent.keyDown(await screen.findByRole('textbox'), { key: 'Enter', ctrlKey: true })
  expect(sent).not.toHaveBeenCalled()
})

test('otherwise the most that can be requested is offered, in whole steps', async () => {
  money(25_550)
  stage(<AskPayout rowId="" close={vi.fn()} />)
  fireEvent.click(await button())
  await waitFor(() => expect(sent).toHaveBeenCalledWith('25000'))
})
