// @vitest-environment happy-dom
// The approvals desk: keys decide the request that the checker sees, or none; who may not decide reads why, and who may.
import { approvalAsk, approvalDecide, approvalInfo, approvalList, approvalUndo } from '@greenroom/contract/system'
import { stopList } from '@greenroom/contract/systemStops'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, Refuse, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import Desk from './ApprovalDesk.tsx'

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
  notInEffect: null as { by: string; at: string; why: string } | null,
  deciders: { names: ['lin', 'omar'], more: 0 },
  can,
})
const detail = { users: [], guilds: [], agents: [], promoters: [], unusual: [], questions: [], withdrawals: [] }

let pending: ReturnType<typeof one>[]
let decided: ReturnType<typeof one>[]
const sent = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sent.mockReset()
  decided = []
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
    const approval = [...pending, ...decided].find(({ approvalId }) => approvalId === payload['approvalId'])
    return { approval, detail } as never
  })
  answer(approvalDecide, ({ payload }) => {
    sent(payload['decision'], payload['ids'], payload['reason'])
    const id = payload['ids']
    decided = pending.filter(({ approvalId }) => approvalId === id)
    pending = pending.filter(({ approvalId }) => approvalId !== id)
    const effectiveAt = new Date(Date.now() + Number(payload['undoSeconds']) * 1_000).toISOString()
    return { outcomes: [{ id, ok: true }], undo: { decisionId: `of ${id}`, effectiveAt } } as never
  })
  answer(approvalUndo, ({ payload }) => {
    sent('undo', payload['decisionId'])
    pending = [...pending, ...decided]
    return { approvalId: '' }
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

const said = () => within(screen.getByRole('region', { name: 'Decision' })).getByRole('status').textContent
const undos = () => sent.mock.calls.filter(([what]) => what === 'undo')

test('a decision is said in the bar, and its key takes it back: the request is shown again with the typed reason', async () => {
  pending[0] = { ...pending[0]!, title: 'Grant 250,000 tokens to Noura' }
  stage(<Desk />)
  await waitFor(() => expect(current()).toContain('Grant'))
  press('r')
  const field = await screen.findByLabelText<HTMLInputElement>('Reason for rejection')
  fireEvent.change(field, { target: { value: 'No invoice' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(said()).toBe('Rejected: Grant 250,000 tokens to Noura'))
  expect(current()).toContain('Request 2')
  for (let time = 0; time < 2; time++) press('u')
  await waitFor(() => expect(said()).toBe('Not rejected, pending again: Grant 250,000 tokens to Noura'))
  expect(undos()).toEqual([['undo', 'of 1']])
  expect(current()).toContain('Grant')
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  press('r')
  expect((await screen.findByLabelText<HTMLInputElement>('Reason for rejection')).value).toBe('No invoice')
  fireEvent.keyDown(screen.getByLabelText('Reason for rejection'), { key: 'Escape' })
  // What is undone can be decided again.
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  press('a')
  await waitFor(() => expect(said()).toBe('Approved: Grant 250,000 tokens to Noura'))
})

test('the last decision of an empty desk is taken back by Ctrl Z; after its seconds no key does', async () => {
  pending = pending.slice(0, 1)
  await open()
  press('a')
  await screen.findByText('Nothing waits for a decision')
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true })
  await waitFor(() => expect(current()).toContain('Request 1'))
  press('a')
  await screen.findByText('Nothing waits for a decision')
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  press('u')
  expect(undos()).toHaveLength(1)
  expect(said()).toBe('Approved: Request 1')
})

test('an undo that is refused says why, and the request stays decided', async () => {
  await open()
  press('a')
  await waitFor(() => expect(current()).toContain('Request 2'))
  answer(approvalUndo, () => new Refuse(20000, [{ field: 'decisionId', message: 'it has taken effect' }]))
  press('u')
  await waitFor(() => expect(said()).toContain('taken effect'))
  expect(current()).toContain('Request 2')
})

test('a decision that did not take effect is pending again, and the bar no longer says that it was made', async () => {
  await open()
  press('a')
  await waitFor(() => expect(said()).toBe('Approved: Request 1'))
  const notInEffect = { by: 'sam', at: new Date().toISOString(), why: 'Withdrawals are stopped' }
  pending = [...pending, { ...decided[0]!, notInEffect }]
  await act(() => vi.advanceTimersByTimeAsync(21_000))
  await waitFor(() => expect(said()).toBe('Could not be approved, pending again: Request 1'))
  fireEvent.click(screen.getByRole('button', { name: /Request 1/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The decision of sam did not take effect: Withdrawals are stopped',
  )
  press('a')
  await waitFor(() => expect(sent.mock.calls.filter(([what]) => what === 'approve')).toHaveLength(2))
})

test('a reason that is being typed stays when somebody else asks the maker', async () => {
  await open()
  press('r')
  fireEvent.change(await screen.findByLabelText('Reason for rejection'), { target: { value: 'No invoice' } })
  pending = pending.map((row) => (row.approvalId === '1' ? { ...row, asked: true } : row))
  await act(() => vi.advanceTimersByTimeAsync(21_000))
  await waitFor(() => expect(current()).toContain('Asked'))
  expect(screen.getByLabelText<HTMLInputElement>('Reason for rejection').value).toBe('No invoice')
})
