// @vitest-environment happy-dom
// The approvals desk: keys decide the request that the checker sees, or none; who may not decide reads why, and who may.
import { approvalAsk, approvalDecide, approvalInfo, approvalList } from '@greenroom/contract/system'
import { stopList } from '@greenroom/contract/systemStops'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../../test/stage.tsx'
import { loadTexts } from '../../../../i18n/index.ts'
import Desk from './Desk.tsx'

const may = { approve: true, refuse: true, cancel: 'notMaker', ask: true, answer: 'notMaker' }
const one = (approvalId: string, usdCents: number | null, can: object = may) => ({
  approvalId,
  kind: 'param.set',
  subject: 'x',
  title: `Request ${approvalId}`,
  before: { value: '1' },
  after: { value: '2' },
  reason: 'why',
  state: 'pending',
  maker: 'maya',
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  checker: null,
  decidedAt: null,
  decisionReason: '',
  version: 1,
  usdCents,
  asked: false,
  effectiveAt: null,
  notInEffect: null,
  deciders: { names: ['lin', 'omar'], more: 0 },
  can,
})
const detail = { users: [], guilds: [], agents: [], promoters: [], unusual: [], questions: [], withdrawals: [] }

let pending: ReturnType<typeof one>[]
const sent = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sent.mockReset()
  await signIn({ 'system.approval': 3 }, '/sys/approval')
  await loadTexts(['approvals', 'finance', 'system', 'list'])
  pending = [
    one('1', 5_000),
    one('2', 100, { ...may, approve: 'yourself', refuse: 'yourself', ask: 'yourself' }),
    one('3', null),
  ]
  answer(stopList, () => ({ things: [], ended: [], stopped: 0 }) as never)
  answer(approvalList, () => ({ records: pending, total: pending.length, current: 1, size: 100, pages: 1 }) as never)
  answer(approvalInfo, ({ payload }) => {
    const approval = pending.find(({ approvalId }) => approvalId === payload['approvalId']) ?? pending[0]
    return { approval, detail } as never
  })
  answer(approvalDecide, ({ payload }) => {
    sent(payload['decision'], payload['ids'], payload['reason'])
    pending = pending.filter(({ approvalId }) => approvalId !== payload['ids'])
    return { outcomes: [{ id: payload['ids'], ok: true }] } as never
  })
  answer(approvalAsk, ({ payload }) => {
    sent('ask', payload['approvalId'], payload['question'])
    pending = pending.map((row) => (row.approvalId === payload['approvalId'] ? { ...row, asked: true } : row))
    return {}
  })
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
})
const current = () => screen.queryByRole('button', { current: true })?.textContent ?? ''
const press = (key: string) => fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })
const open = async () => {
  stage(<Desk />)
  await waitFor(() => expect(current()).toContain('Request 1'))
}

test('A approves what is shown, once, and the next one comes', async () => {
  await open()
  for (let time = 0; time < 3; time++) press('a')
  await waitFor(() => expect(current()).toContain('Request 2'))
  expect(sent.mock.calls).toEqual([['approve', '1', undefined]])
  expect((await screen.findByRole('status')).textContent).toContain('Approved: Request 1')
})

test('R asks for the reason, Enter sends it, Escape leaves it', async () => {
  await open()
  press('r')
  const field = await screen.findByLabelText<HTMLInputElement>('Reason for rejection')
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Reason for rejection')).toBeNull())
  press('r')
  const again = await screen.findByLabelText<HTMLInputElement>('Reason for rejection')
  fireEvent.keyDown(again, { key: 'Enter' })
  await screen.findByText('Write something first.')
  expect(sent).not.toHaveBeenCalled()
  fireEvent.change(again, { target: { value: 'No invoice' } })
  fireEvent.keyDown(again, { key: 'Enter' })
  await waitFor(() => expect(sent.mock.calls).toEqual([['refuse', '1', 'No invoice']]))
})

test('who may not decide reads why and who may, and no key does anything', async () => {
  await open()
  press('j')
  await waitFor(() => expect(current()).toContain('Request 2'))
  expect(screen.getByRole('note').textContent).toBe(
    'You made this request; another member of staff must decide it. lin, omar may decide it.',
  )
  for (const key of ['a', 'r', 'n']) press(key)
  expect(screen.getByRole('button', { name: /Approve/ }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

test('N asks the maker; the request stays, and says so', async () => {
  await open()
  press('n')
  const field = await screen.findByLabelText<HTMLInputElement>('Question to maya')
  fireEvent.change(field, { target: { value: 'Which invoice?' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(sent.mock.calls).toEqual([['ask', '1', 'Which invoice?']]))
  await waitFor(() => expect(current()).toContain('Asked'))
  expect(current()).toContain('Request 1')
})

test('what somebody else decided meanwhile says so and takes no key', async () => {
  await open()
  pending = pending.slice(1)
  await act(() => vi.advanceTimersByTimeAsync(21_000))
  expect((await screen.findByRole('alert')).textContent).toContain('No longer pending')
  expect(current()).toContain('Request 1')
  for (const key of ['a', 'r', 'n']) press(key)
  expect(sent).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(current()).toContain('Request 2'))
})
