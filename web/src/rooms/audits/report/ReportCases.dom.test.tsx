// @vitest-environment happy-dom
// The desk for reports by keys: a number decides what is done, another one what the user is told, Enter closes.
import { reportClaim, reportDecide } from '@greenroom/contract/auditReports'
import { auditBacklog, auditPerson, auditSettings } from '@greenroom/contract/audits'
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { Desk } from './ReportCases.tsx'

const at = new Date().toISOString()
const user = {
  userId: 7,
  nickname: 'Loud',
  avatarUrl: '',
  sex: 'woman',
  country: 'BR',
  language: 'en',
  level: 1,
  state: 'normal',
  certified: false,
}
const report = {
  reportId: 'r1',
  reporter: { userId: 8, nickname: 'Quiet', avatarUrl: '' },
  reason: 'abuse',
  text: 'She insulted me',
  evidenceUrls: [],
  reportedAt: at,
  reporterMade: 1,
  reporterFalse: 0,
  liveId: null,
  callId: null,
  dynamicId: null,
  commentId: null,
  about: '',
  aboutPictureUrls: [],
}
const template = (templateId: number, sort: number, titleEn: string) => ({
  templateId,
  kinds: ['report'],
  titleEn,
  titleCn: titleEn,
  textEn: 'Please stop.',
  textCn: '请停止。',
  sort,
  labels: [],
})

const decided = vi.fn()
beforeEach(async () => {
  decided.mockReset()
  await signIn({ 'audits.report': 3 }, '/audit/report')
  answer(
    reportClaim,
    () =>
      ({
        cases: [
          {
            reviewId: 'c1',
            user,
            score: 1,
            reports: [report],
            liveId: null,
            suggestedForbidHours: 1,
            waitingSince: at,
            claimedUntil: new Date(Date.now() + 600_000).toISOString(),
          },
        ],
        more: 0,
      }) as never,
  )
  answer(reportDecide, ({ payload }) => {
    decided(payload)
    return { closed: 1, reopened: 0, undoUntil: null } as never
  })
  answer(auditTemplateChoices, () => ({ templates: [template(41, 3, 'Insulting'), template(42, 9, 'Other')] }) as never)
  answer(auditSettings, () => ({ blur: false, greyscale: false, pageItems: 12, view: 'grid', sort: 'score' }) as const)
  answer(auditBacklog, () => ({
    waiting: 1,
    claimed: 1,
    mine: 1,
    oldestSeconds: 1,
    appeals: { waiting: 0, oldestSeconds: null },
    labels: [],
  }))
  answer(auditPerson, () => new Promise(() => {}) as never)
})
afterEach(() => {
  unmount()
  cleanup()
})

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('warned by four keys: what is done, Enter, the number of the message, Enter and Enter', async () => {
  stage(<Desk />)
  await screen.findByText('She insulted me')
  press('1')
  await waitFor(() => expect(screen.getByRole('radio', { name: /Warn/ }).getAttribute('aria-checked')).toBe('true'))
  press('Enter')
  const messages = await screen.findByRole('dialog', { name: 'Message to the user' })
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Insulting' })).toBeTruthy())
  await waitFor(() => expect(messages.contains(document.activeElement)).toBe(true))
  // Not a number of an action here.
  press('3')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Insulting')
  press('Enter')
  await screen.findByRole('alert')
  expect(decided).not.toHaveBeenCalled()
  press('Enter')
  await waitFor(() =>
    expect(decided).toHaveBeenCalledWith(
      expect.objectContaining({ reviewId: 'c1', action: 'warn', templateId: '41', reason: 'Insulting' }),
    ),
  )
})

test('what is coming is shown while the reports are claimed', async () => {
  answer(reportClaim, () => new Promise(() => {}) as never)
  stage(<Desk />)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
})
