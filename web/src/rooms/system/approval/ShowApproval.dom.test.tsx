// @vitest-environment happy-dom
// The reason why an approval can't be decided is on the page and at each disabled button.
import { approvalInfo } from '@greenroom/contract/system'
import cn from '@greenroom/contract/texts/cn/system.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/system.json' with { type: 'json' }
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { changeLanguage } from '../../../i18n/index.ts'
import ShowApproval from './ShowApproval.tsx'

const approvalId = '018f0000-0000-7000-8000-000000000001'
const pending = (can: { approve: true | string; refuse: true | string; cancel: true | string }) => ({
  approvalId,
  kind: 'param.set',
  subject: 'approval_hours',
  title: 'Change parameter approval_hours from 72 to 96',
  before: { value: '72' },
  after: { value: '96' },
  reason: 'long weekend',
  state: 'pending',
  maker: 'maya',
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  checker: null,
  decidedAt: null,
  decisionReason: '',
  version: 1,
  usdCents: null,
  asked: false,
  effectiveAt: null,
  notInEffect: null,
  deciders: { names: ['omar', 'yi'], more: 3 },
  can,
})

/** The server's reasons (`access/approvals/approvals.rules.ts`), and the keys of their texts. */
const words = {
  readOnly: ({ cannot }) => cannot.readOnly,
  yourself: ({ cannot }) => cannot.approval.yourself,
  otherMenu: ({ cannot }) => cannot.otherMenu,
  concerned: ({ cannot }) => cannot.concerned,
  makerGone: ({ cannot }) => cannot.makerGone,
  decided: ({ cannot }) => cannot.decided,
  lapsed: ({ cannot }) => cannot.lapsed,
} as const satisfies Record<string, (texts: Pick<typeof en, 'cannot'>) => string>
const reasons = Object.keys(words) as (keyof typeof words)[]

const detail = {
  users: [],
  guilds: [],
  agents: [],
  promoters: [],
  unusual: [],
  questions: [],
  withdrawals: [],
}

const show = (can: Parameters<typeof pending>[0]) => {
  answer(approvalInfo, () => ({ approval: pending(can), detail }) as never)
  return stage(<ShowApproval rowId={approvalId} close={() => {}} />)
}

beforeEach(() => signIn({ 'system.approval': 3 }, '/sys/approval'))
afterEach(async () => {
  unmount()
  await changeLanguage('en')
})

describe.each([
  ['en', en],
  ['cn', cn],
] as const)('in %s', (language, texts) => {
  const { approve, refuse } = texts.actions.approval
  beforeEach(() => changeLanguage(language))

  test('each reason has a sentence of its own', () => {
    expect(new Set(reasons.map((reason) => words[reason](texts))).size).toBe(reasons.length)
  })

  test.each(reasons)('%s is a sentence above the buttons, and at the button itself', async (reason) => {
    const { user } = show({ approve: reason, refuse: reason, cancel: 'notMaker' })
    expect((await screen.findByRole('note')).textContent).toBe(words[reason](texts))
    for (const name of [approve, refuse]) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.hover(button)
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe(words[reason](texts)))
      await user.unhover(button)
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    }
  })

  test('says who may decide it', async () => {
    show({ approve: 'yourself', refuse: 'yourself', cancel: true })
    const more = texts.approval.more_other.replace('{{count}}', '3')
    expect((await screen.findByText(more, { exact: false })).textContent).toBe(`omar, yi ${more}`)
  })

  test('nothing is explained to someone who may decide', async () => {
    show({ approve: true, refuse: true, cancel: 'notMaker' })
    expect((await screen.findByRole('button', { name: approve })).getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByRole('note')).toBeNull()
  })
})

test('codes are offered once the approval is in effect, without opening it again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let effectiveAt: string | null = new Date(Date.now() + 10_000).toISOString()
  answer(approvalInfo, () => {
    const decided = { kind: 'staff.save', state: 'approved', checker: 'tester', decidedAt: new Date().toISOString() }
    const can = { approve: 'decided', refuse: 'decided', cancel: 'decided' } as const
    return { approval: { ...pending(can), ...decided, effectiveAt }, detail } as never
  })
  stage(<ShowApproval rowId={approvalId} close={() => {}} />)
  expect(await screen.findByText('Takes effect')).toBeTruthy()
  expect(screen.queryByRole('button', { name: en.codes.fetch })).toBeNull()
  effectiveAt = null
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByRole('button', { name: en.codes.fetch })).toBeTruthy()
  vi.useRealTimers()
})
