// @vitest-environment happy-dom
// What changes on an open page without a reload: the platform's zone, and the language of what the server wrote and of tabs.
import { languageChoose, userInfo } from '@greenroom/contract/access'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, signIn, stage, unmount } from '../../test/stage.tsx'
import { zoneHeard } from '../api/platformNews.ts'
import { writeToken } from '../api/token.ts'
import { LanguageSwitch } from '../app/shell/Switches.tsx'
import { Time } from '../format/Time.tsx'
import { changeLanguage, loadTexts } from '../i18n/index.ts'
import { readSession } from './session.ts'
import { useTitle, useTitles } from './titles.ts'
import { platformZone } from './zone.ts'

let asked = 0
function Asked() {
  const { data } = useQuery({ queryKey: ['asked'], queryFn: () => ++asked })
  return <output>{data}</output>
}

beforeEach(async () => {
  asked = 0
  await signIn()
})
afterEach(unmount)

test('once the platform’s zone is another, times and days are in it, and what is shown is asked for again', async () => {
  stage(
    <>
      <Time at="2026-11-30T20:00:00Z" />
      <Asked />
    </>,
  )
  await screen.findByText('1')
  const { user } = readSession()!
  answer(userInfo, () => ({ user, platform: { timeZone: 'Asia/Shanghai', now: new Date().toISOString() } }) as never)
  zoneHeard('UTC')
  expect(asked).toBe(1)
  zoneHeard('Asia/Shanghai')
  await screen.findByText('2')
  expect(document.querySelector('time')?.textContent).toContain('12-01 04:00:00')
  expect([platformZone(), readSession()?.timeZone]).toEqual(['Asia/Shanghai', 'Asia/Shanghai'])
})

test('a leader goes on reading the times of the own zone', async () => {
  unmount()
  await signIn({}, '/', 7, { unionId: 5 })
  const { user, shownZone } = readSession()!
  answer(userInfo, () => ({ user, platform: { timeZone: 'Asia/Tokyo', now: new Date().toISOString() } }) as never)
  stage(<Asked />)
  zoneHeard('Asia/Tokyo')
  await waitFor(() => expect(platformZone()).toBe('Asia/Tokyo'))
  expect(readSession()?.shownZone).toBe(shownZone)
})

test('another language: what the server wrote is asked for again once it knows, and tabs are titled in it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(languageChoose, async () => (await promise, {}) as never)
  writeToken('t0ken')
  function Titled({ children }: { children: string }) {
    useTitle('/setup', 'Set up', 'common:retry')
    useTitle('/batches', 'My bulk actions of a day', '')
    useTitle('/user/5', 'Ana')
    return children
  }
  function Tabs() {
    const [open, setOpen] = useState(true)
    const titles = useTitles()
    return (
      <>
        {open && <Titled>open</Titled>}
        <button type="button" onClick={() => setOpen(false)}>
          Leave
        </button>
        <p>{['/setup', '/batches', '/user/5', '/none'].map((path) => titles.get(path) ?? '–').join(' | ')}</p>
      </>
    )
  }
  await loadTexts(['shell'])
  const { user } = stage(
    <>
      <Tabs />
      <Asked />
      <LanguageSwitch />
    </>,
  )
  await screen.findByText('Set up | My bulk actions of a day | Ana | –')
  // Nobody shows its views: their titles are not set again.
  await user.click(screen.getByText('Leave'))
  await user.click(screen.getByRole('button', { name: 'CN' }))
  await screen.findByText('重试 | – | Ana | –')
  expect(asked).toBe(1)
  resolve()
  await screen.findByText('2')
  await changeLanguage('en')
})
