// @vitest-environment happy-dom
// The helpers of a leader: a refusal keeps what was typed, and nothing that ends sessions happens at one click.
import { guildAccountList, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, Refuse, signIn, stage, unmount } from '../../../../test/stage.tsx'
import Helpers from './GuildHelpers.tsx'

const turned = vi.fn()
beforeEach(async () => {
  turned.mockReset()
  await signIn({ 'guilds.family': 3 })
  const helper = { userId: 5, username: 'helper-5', remark: '', status: 1, lastLoginAt: null }
  const can = { disable: true, enable: 'state', reset: true }
  answer(
    guildAccountList,
    () => ({ records: [{ ...helper, can }], current: 1, size: 100, total: 1, pages: 1 }) as never,
  )
  answer(guildAccountStatus, ({ payload }) => {
    turned(payload['status'])
    return { outcomes: [{ id: 5, ok: false, errorCode: 20000, reason: 'already' }] } as never
  })
})
afterEach(unmount)

test('a refused account keeps its name in the form', async () => {
  answer(guildAccountSave, () => new Refuse(10028))
  const { user } = stage(<Helpers />)
  const name = await screen.findByLabelText<HTMLInputElement>(/Account/)
  await user.type(name, 'helper-6')
  await user.click(screen.getByRole('button', { name: 'Add helper' }))
  expect((await screen.findByRole('alert')).textContent).toContain('already taken')
  expect(name.value).toBe('helper-6')
})

test('disabling asks first, and an outcome that failed is no success', async () => {
  const { user } = stage(<Helpers />)
  await user.click(await screen.findByRole('button', { name: 'Disable' }))
  expect(turned).not.toHaveBeenCalled()
  await user.click(screen.getByRole('alertdialog').querySelector('button:last-of-type')!)
  await waitFor(() => expect(turned).toHaveBeenCalledOnce())
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.queryByText(/helper-5 .*disabled/i)).toBeNull()
})
