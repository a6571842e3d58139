// @vitest-environment happy-dom
// Copying works without the clipboard: on plain http, without permission, and while the page has no focus.
import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copyText.ts'

const copied = vi.fn()
afterEach(() => {
  vi.unstubAllGlobals()
  copied.mockReset()
})
const bySelection = () => {
  document.execCommand = () => {
    copied(document.querySelector('textarea')?.value)
    return true
  }
}

test.each([
  ['plain http has no clipboard', undefined],
  ['the permission is refused', { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) }],
])('%s: a selection is copied, and nothing is left on the page', async (_why, clipboard) => {
  bySelection()
  vi.stubGlobal('navigator', { clipboard })
  await copyText('order-1')
  expect(copied).toHaveBeenCalledWith('order-1')
  expect(document.querySelector('textarea')).toBeNull()
})

test('with permission, the clipboard takes it', async () => {
  bySelection()
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('order-1')
  expect(writeText).toHaveBeenCalledWith('order-1')
  expect(copied).not.toHaveBeenCalled()
})
