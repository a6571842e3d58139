// @vitest-environment happy-dom
// A desk gives its claims back when the page is left, and claims again when the browser brings the page back.
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePageLeave } from './usePageLeave.ts'

const left = vi.fn()
const restored = vi.fn()

function Desk({ enabled }: { enabled: boolean }) {
  usePageLeave({ enabled, left, restored })
  return null
}
const page = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }))

test('what the browser brings back is claimed again; a fresh page is not', () => {
  const { rerender, unmount } = render(<Desk enabled />)
  page('pageshow', false)
  expect(restored).not.toHaveBeenCalled()
  page('pagehide', true)
  expect(left).toHaveBeenCalledTimes(1)
  page('pageshow', true)
  expect(restored).toHaveBeenCalledTimes(1)
  rerender(<Desk enabled={false} />)
  page('pagehide', true)
  rerender(<Desk enabled />)
  unmount()
  page('pageshow', true)
  expect(left).toHaveBeenCalledTimes(1)
  expect(restored).toHaveBeenCalledTimes(1)
})
