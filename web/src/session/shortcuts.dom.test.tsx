// @vitest-environment happy-dom
// Shortcuts on other keyboards, in hidden views and behind dialogs.
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chordOf, type FocusKey, type KeyName } from './keys.ts'
import { useShortcut } from './shortcuts.ts'

const run = vi.fn()
beforeEach(() => run.mockReset())
afterEach(cleanup)

function Listens({ to }: { to: KeyName | FocusKey }) {
  useShortcut(to, 'list:keys.next', run)
  return null
}

test('a letter is found by its place where the keyboard has no Latin letters', () => {
  render(<Listens to="next" />)
  for (const [key, code] of [
    ['j', 'KeyJ'],
    ['о', 'KeyJ'],
    ['ت', 'KeyJ'],
  ])
    fireEvent.keyDown(document.body, { key, code })
  expect(run).toHaveBeenCalledTimes(3)
})

test('a Latin letter keeps its meaning wherever its key is', () => {
  render(<Listens to="next" />)
  fireEvent.keyDown(document.body, { key: 'h', code: 'KeyJ' })
  fireEvent.keyDown(document.body, { key: 'é', code: 'KeyJ' })
  expect(run).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyC' })
  expect(run).toHaveBeenCalledOnce()
})

test('a dialog of a hidden view does not switch keys off, a shown one does', () => {
  const { rerender } = render(
    <>
      <Listens to="next" />
      <div style={{ display: 'none' }}>
        <div aria-modal="true" />
      </div>
    </>,
  )
  expect(chordOf('next')).toBe('j')
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  expect(run).toHaveBeenCalledOnce()
  rerender(
    <>
      <Listens to="next" />
      <div aria-modal="true" />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  expect(run).toHaveBeenCalledOnce()
})

test('the key that closes a dialog does nothing behind it', () => {
  const { rerender } = render(<Listens to="Escape" />)
  const dialog = (
    <>
      <Listens to="Escape" />
      <div aria-modal="true" />
    </>
  )
  rerender(dialog)
  // In the capture phase, as dialogs listen: before all other listeners.
  const close = () => rerender(<Listens to="Escape" />)
  window.addEventListener('keydown', close, { capture: true, once: true })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(document.querySelector('[aria-modal]')).toBeNull()
  expect(run).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(run).toHaveBeenCalledOnce()
})
