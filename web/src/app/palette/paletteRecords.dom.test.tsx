// @vitest-environment happy-dom
// A part of the palette's code that could not be fetched ends the search and is said; the next search fetches it again.
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { useSession } from '../../session/session.ts'
import { loadedOnce } from '../../ui/behaviour/loadedOnce.ts'
import { type Rooms, useRecords } from './paletteRecords.ts'

beforeEach(() => signIn({ 'users.list': 3 }))
afterEach(unmount)

const line = { id: 'user:7', label: 'Noura', href: '/user/detail/7' }
const searcher = { menu: 'users.list', labelKey: 'users:search.user', search: async () => ({ found: [line] }) } as const

test('after a failed chunk', async () => {
  const fetched = vi
    .fn<() => Promise<Rooms>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const loadRooms = loadedOnce(fetched.mockResolvedValue([{ searchers: [searcher] }]))
  function Search() {
    const [query, setQuery] = useState('nou')
    const { records, searching } = useRecords(query, useSession(), loadRooms)
    return (
      <>
        <button type="button" onClick={() => setQuery('nour')}>
          go on
        </button>
        <output data-searching={searching}>{records.flatMap(({ lines }) => lines.map(({ label }) => label))}</output>
      </>
    )
  }
  const { user } = stage(<Search />)
  await screen.findByRole('alert')
  const output = screen.getByRole('button', { name: 'go on' }).nextElementSibling as HTMLElement
  expect(output.dataset['searching']).toBe('false')
  await user.click(screen.getByRole('button', { name: 'go on' }))
  await waitFor(() => expect(output.textContent).toBe('Noura'))
  expect(output.dataset['searching']).toBe('false')
  expect(fetched).toHaveBeenCalledTimes(2)
})
