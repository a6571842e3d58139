// @vitest-environment happy-dom
// How many rows an export will have is not known while it runs: nothing says that all are there.
import { exportStatus } from '@greenroom/contract/access'
import { screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, signIn, stage, unmount } from '../../test/stage.tsx'
import { followExport } from './followExport.tsx'

beforeEach(() => signIn())
afterEach(unmount)

test('a running export says its rows, and shows no share of an unknown whole', async () => {
  answer(exportStatus, () => ({ state: 'running', rows: 1_200, url: null, diskFull: false }) as never)
  stage(<div />)
  act(() => followExport('7', 'Users'))
  const toast = (await screen.findByText(/1,200/)).closest('[role="status"]')!
  expect(toast.querySelector('[role="progressbar"], progress, [aria-valuenow]')).toBeNull()
  expect(toast.textContent).not.toContain('%')
})
