// @vitest-environment happy-dom
// Times carry their zone and amounts their digits on demand: by touch and by key, for staff in the platform's zone, for outsiders in their own.
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { signIn, stage, unmount } from '../../test/stage.tsx'
import { useShortcut } from '../session/shortcuts.ts'
import { hideExact, stepExact } from '../ui/values/exact.ts'
import { Amount } from './Amount.tsx'
import { Time } from './Time.tsx'

afterEach(() => {
  hideExact()
  unmount()
})

function Screen() {
  useShortcut('exact', 'shell:shortcuts.exact', stepExact)
  return (
    <main>
      <button type="button">Before</button>
      <Time at="2026-11-28T22:30:05.000Z" />
      <Amount value={12_503_117} unit="usdRounded" />
      <Amount value={12_500_000} unit="usdRounded" />
      <Amount value={0} unit="usdRounded" zero="dash" />
    </main>
  )
}

function inShanghai() {
  const before = process.env['TZ']
  process.env['TZ'] = 'Asia/Shanghai'
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
}

const bubble = () => screen.queryByRole('tooltip')?.textContent ?? undefined
const shownTime = () => document.querySelector('time')!

test("staff in Shanghai read the platform's zone, and both on demand by key", async () => {
  inShanghai()
  await signIn()
  const { user } = stage(<Screen />)
  screen.getByRole('button').focus()
  await user.keyboard('=')
  expect(document.activeElement).toBe(shownTime())
  expect(shownTime().dateTime).toBe('2026-11-28T22:30:05.000Z')
  expect(bubble()).toContain('2026-11-28 22:30:05 UTC')
  expect(bubble()).toContain('2026-11-29 06:30:05 Asia/Shanghai (UTC+8)')
  expect(shownTime().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  // Then the amounts that show less than they are.
  await user.keyboard('=')
  expect(document.activeElement?.textContent).toBe('$12.50')
  expect(bubble()).toBe('$12.503117')
  await user.keyboard('=')
  expect([document.activeElement?.textContent, bubble()]).toEqual(['–', '$0.00'])
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(bubble()).toBeUndefined()
})

test('a tap shows it, too, until the next touch', async () => {
  await signIn()
  stage(<Screen />)
  fireEvent.pointerUp(shownTime(), { pointerType: 'touch' })
  expect(bubble()).toContain('2026-11-28 22:30:05 UTC')
  fireEvent.pointerDown(document.body)
  expect(bubble()).toBeUndefined()
})

test('what leaves the page while it is shown takes no key from what comes', async () => {
  await signIn()
  const outside = document.createElement('button')
  document.body.append(outside)
  onTestFinished(() => outside.remove())
  const first = stage(<Screen />)
  outside.focus()
  await first.user.keyboard('=')
  expect(document.activeElement).toBe(shownTime())
  first.unmount()
  const { user } = stage(<input aria-label="Text" />)
  const field = screen.getByLabelText<HTMLInputElement>('Text')
  await user.type(field, 'abc')
  expect([field.value, document.activeElement]).toEqual(['abc', field])
})

test('a guild leader in Shanghai reads times in Shanghai', async () => {
  inShanghai()
  await signIn({}, '/', 7, { unionId: 3 })
  const { user } = stage(<Screen />)
  expect(shownTime().textContent).toBe('2026-11-29 06:30:05')
  await user.keyboard('=')
  expect(bubble()?.split('\n')[0]).toBe('2026-11-29 06:30:05 Asia/Shanghai (UTC+8)')
})
