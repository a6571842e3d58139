// @vitest-environment happy-dom
// Why an approval cannot be decided: the words are on the page, and at each disabled button.
import { approvalInfo } from '@greenroom/contract/system'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, signIn, stage, strike } from '../../../../test/stage.tsx'
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
  can,
})

/** The server's reasons (`access/approvals/rules.ts`) and what screens say. */
const words = {
  readOnly: ['Your role has read-only access here.', '您的角色在此只有查看权限。'],
  yourself: ['You made this request; someone else must decide it.', '这是您发起的申请，须由他人审批。'],
  otherMenu: ["Your roles don't include the menu of this request.", '您的角色没有该事项所属菜单的权限。'],
  sameHands: [
    "You and the maker are not independent: one of you created the other's account or reset its password, phone or second factor.",
    '您与发起人不能视为两个人：其中一人创建了另一人的账号，或重置过其密码、手机号或二次验证。',
  ],
  makerGone: ['The maker no longer has the right to request this.', '发起人已无权提交该事项。'],
  decided: ['It has already been decided.', '已处理完毕。'],
  lapsed: ['It has expired.', '已过期。'],
} as const
const reasons = Object.entries(words) as [keyof typeof words, (typeof words)[keyof typeof words]][]

const show = (can: Parameters<typeof pending>[0]) => {
  answer(approvalInfo, () => ({ approval: pending(can) }) as never)
  return stage(<ShowApproval rowId={approvalId} close={() => {}} />)
}

beforeEach(() => signIn({ 'system.approval': 3 }, '/sys/approval'))
afterEach(async () => {
  strike()
  await changeLanguage('en')
})

describe.each([
  ['en', 0, 'Approve', 'Refuse'],
  ['cn', 1, '通过', '拒绝'],
] as const)('in %s', (language, at, approve, refuse) => {
  beforeEach(() => changeLanguage(language))

  test.each(reasons)('%s is a sentence above the buttons, and at the button itself', async (reason, texts) => {
    const { user } = show({ approve: reason, refuse: reason, cancel: 'notMaker' })
    expect((await screen.findByRole('note')).textContent).toBe(texts[at])
    for (const name of [approve, refuse]) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.hover(button)
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe(texts[at]))
      await user.unhover(button)
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    }
  })

  test('nothing is explained to someone who may decide', async () => {
    show({ approve: true, refuse: true, cancel: 'notMaker' })
    expect((await screen.findByRole('button', { name: approve })).getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByRole('note')).toBeNull()
  })
})
