// @vitest-environment happy-dom
// The reason of an act at the wall is stored in one language, whatever the reader's: one statistic counts them all.
import { monitorWarn } from '@greenroom/contract/live'
import { wallReasons } from '@greenroom/contract/wallReasons'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { changeLanguage, loadTexts } from '../../../i18n/index.ts'
import { ReasonPanel } from './ReasonPanel.tsx'
import type { Tile } from './wall.ts'

const sent = vi.fn()
beforeEach(async () => {
  sent.mockReset()
  await signIn({ 'live.monitor': 3 })
  answer(monitorWarn, ({ payload }) => {
    sent(payload['reason'])
    return { tile: null } as never
  })
})
afterEach(async () => {
  unmount()
  await changeLanguage('en')
})

const tile = {
  kind: 'live',
  id: 'live-1',
  users: [{ userId: 7, nickname: 'Loud', avatarUrl: '' }],
  labels: [],
  suggestedForbidHours: 1,
} as unknown as Tile

test.each(['en', 'cn'] as const)('chosen by its number in %s', async (language) => {
  await changeLanguage(language)
  await loadTexts(['live', 'list', 'common', 'moderation'])
  stage(<ReasonPanel request={{ verb: 'warn', tile, side: 'end' }} onClose={vi.fn()} onDone={vi.fn()} />)
  const first = wallReasons[0]!
  await screen.findByText({ en: first.stored, cn: '裸露或色情' }[language])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: String(first.number) })
  fireEvent.keyDown(screen.getByRole('radiogroup'), { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveBeenCalledWith(first.stored))
})
