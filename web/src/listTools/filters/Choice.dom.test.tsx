// @vitest-environment happy-dom
// A filter looks the same before and after its list was opened.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { ChoiceControl } from './ChoiceControl.tsx'

beforeEach(() => signIn())
afterEach(unmount)

test('a filter keeps its looks once opened', async () => {
  const options = [{ value: 'IN', label: 'India' }]
  const { user } = stage(<ChoiceControl label="Country" value={undefined} options={options} set={() => {}} />)
  const before = screen.getByRole('button', { name: 'Country' })
  const looks = [...before.classList].filter((name) => name.includes('pill'))
  expect(looks).toHaveLength(1)
  await user.click(before)
  await waitFor(() => expect(before.isConnected).toBe(false))
  const opened = screen.getByRole('button', { name: 'Country' })
  expect([...opened.classList].filter((name) => name.includes('pill'))).toEqual(looks)
})
