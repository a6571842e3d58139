// @vitest-environment happy-dom
// The last act in the bar of a desk: said in one place, undone by its key for as long as it can be, and replaced by what came of it.
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { loadTexts } from '../../i18n/index.ts'
import { DeskBar } from './DeskBar.tsx'
import { type LastAct, undoUntil } from './lastAct.ts'

const seconds = 1_000
const takenBack = vi.fn()
let answered: PromiseWithResolvers<void>

function Bar({ first }: { first: LastAct | undefined }) {
  const [last, setLast] = useState(first)
  const run = async () => {
    takenBack()
    await answered.promise
    setLast({ text: 'taken back', tone: 'good' })
  }
  return (
    <DeskBar
      label="Decide"
      last={last && last.undo ? { ...last, undo: { ...last.undo, run } } : last}
      undoKey="list:undo"
    />
  )
}

const decided = (ms: number): LastAct => ({
  text: '$10.00 passed',
  tone: 'good',
  undo: undoUntil(new Date(Date.now() + ms).toISOString(), async () => {}),
})

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  takenBack.mockReset()
  answered = Promise.withResolvers()
  await signIn()
  await loadTexts(['list'])
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
})
const press = (more: object = {}) => fireEvent.keyDown(document.body, { key: 'u', code: 'KeyU', ...more })
const said = () => screen.getByRole('status').textContent

test('the key takes the last act back, once, and the line says what came of it', async () => {
  stage(<Bar first={decided(10 * seconds)} />)
  expect(said()).toBe('$10.00 passed')
  press({ repeat: true })
  expect(takenBack).not.toHaveBeenCalled()
  for (let times = 0; times < 3; times++) press()
  expect(takenBack).toHaveBeenCalledOnce()
  answered.resolve()
  await act(() => vi.advanceTimersByTimeAsync(seconds))
  expect(said()).toBe('taken back')
  expect(screen.queryByRole('button')).toBeNull()
  press()
  expect(takenBack).toHaveBeenCalledOnce()
})

test('when its seconds are over, the act stays said, and neither button nor key takes it back', async () => {
  stage(<Bar first={decided(2 * seconds)} />)
  expect(screen.getByRole('button').textContent).toContain('Undo')
  await act(() => vi.advanceTimersByTimeAsync(3 * seconds))
  expect(said()).toBe('$10.00 passed')
  expect(screen.queryByRole('button')).toBeNull()
  press()
  expect(takenBack).not.toHaveBeenCalled()
})

test('the seconds shown are the nearest: 10 of ten by clocks that differ a little, and never 0', async () => {
  stage(<Bar first={decided(10.2 * seconds)} />)
  expect(screen.getByText('10 s')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(9.9 * seconds))
  expect(screen.getByText('1 s')).toBeTruthy()
})

test('an act that cannot be undone has no button', () => {
  stage(<Bar first={{ text: 'warned', tone: 'good' }} />)
  expect(said()).toBe('warned')
  expect(screen.queryByRole('button')).toBeNull()
})
