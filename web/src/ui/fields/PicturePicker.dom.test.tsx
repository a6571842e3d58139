// @vitest-environment happy-dom
// Files that find no room are named, and the others are taken.
import { fileUpload } from '@greenroom/contract/access'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../test/stage.tsx'
import { type Picture, PicturePicker } from './PicturePicker.tsx'

beforeEach(() => signIn())
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

function Picker() {
  const [value, change] = useState<readonly Picture[]>([])
  return (
    <>
      <PicturePicker purpose="message" label="Pictures" value={value} most={2} change={change} />
      <output>{value.length}</output>
    </>
  )
}

test('of three files for two places the third is named', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }))
  answer(fileUpload, () => ({ fileId: 'f', url: 'data:,' }) as never)
  const { container } = stage(<Picker />)
  const files = ['one.png', 'two.png', 'three.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  await screen.findByRole('button', { name: 'Add pictures' })
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files } })
  await waitFor(() => expect(screen.getByText(/three\.png/).textContent).toContain('2'))
  expect(screen.queryByText(/two\.png/)).toBeNull()
})
