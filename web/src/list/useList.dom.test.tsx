// @vitest-environment happy-dom
// The state of a list: the address defines the request, pages continue from cursors, and only visible rows stay selected.
import { countryCalls } from '@greenroom/contract/systemRecords'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, Refuse, type Sent, signIn, stage, unmount } from '../../test/stage.tsx'
import type { AnyList } from './currentList.ts'
import { filtersOf, flag, text } from './filters.ts'
import { useList } from './useList.ts'

const filters = filtersOf({ q: text(), region: text(), enabled: flag() })
const spec = { call: countryCalls.list, filters, sort: 'sort', size: 50, rowId: (row: { code: string }) => row.code }

let list: AnyList
let sent: Sent[]

function Probe() {
  list = useList(spec as never)
  return (
    <p>
      {list.state}: {list.rows.map((row) => row.code).join(' ')}
    </p>
  )
}

/** Three pages of two rows, named after the request. */
function pages({ payload }: Sent) {
  sent.push({ payload, init: {} })
  const { after } = payload
  const page = after ? Number(after.at(-1)) + 1 : Number(payload['current'] ?? 1)
  const code = `${payload['q'] ?? 'all'}${page}`
  return {
    records: [{ code: `${code}a` }, { code: `${code}b` }],
    current: page,
    size: 50,
    total: 6,
    pages: 3,
    ...(page < 3 && { next: `after-${code}` }),
  } as never
}

beforeEach(async () => {
  sent = []
  await signIn({ 'system.country': 3 }, '/sys/country?enabled=true&q=x')
  answer(countryCalls.list, pages)
})
afterEach(unmount)
const shown = (words: string) => screen.findByText(words)

test('requests what the address says, with its sort and size, once', async () => {
  stage(<Probe />)
  await shown('ready: x1a x1b')
  expect(sent.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ q: 'x', enabled: 'true', sort: 'sort', size: '50' }),
  ])
  expect(list).toMatchObject({ values: { q: 'x', enabled: true }, active: 2, writable: true, total: 6, room: 'system' })
})

test('a filter changes the address, returns to the first page and clears the selection', async () => {
  stage(<Probe />)
  await shown('ready: x1a x1b')
  act(() => list.setPage(2))
  await shown('ready: x2a x2b')
  act(() => list.selection.toggle(list.rows[0].code, list.rows[0]))
  expect(list.selection.all().size).toBe(1)
  act(() => list.setFilter('q', 'y'))
  await shown('ready: y1a y1b')
  expect(new URLSearchParams(window.location.search).get('page')).toBeNull()
  expect(new URLSearchParams(window.location.search).get('q')).toBe('y')
  expect(list.selection.all().size).toBe(0)
  act(() => list.clear())
  await shown('ready: all1a all1b')
})

test('sorting and another page size keep the selection', async () => {
  stage(<Probe />)
  await shown('ready: x1a x1b')
  act(() => list.selection.toggle(list.rows[0].code, list.rows[0]))
  act(() => list.setSort('-sort'))
  await waitFor(() => expect(sent.at(-1)!.payload['sort']).toBe('-sort'))
  act(() => list.setSize(20))
  await waitFor(() => expect(sent.at(-1)!.payload['size']).toBe('20'))
  expect(list.selection.all().size).toBe(1)
})

test('the next page continues from the previous one’s cursor; another page size restarts at the first page', async () => {
  stage(<Probe />)
  await shown('ready: x1a x1b')
  act(() => list.setPage(2))
  await shown('ready: x2a x2b')
  expect(sent.at(-1)!.payload['after']).toBe('after-x1')
  act(() => list.setSize(100))
  await waitFor(() => expect(sent.at(-1)!.payload['size']).toBe('100'))
  expect(sent.at(-1)!.payload['after']).toBeUndefined()
})

test('a refusal shows the failed state, and a successful refresh restores the list', async () => {
  answer(countryCalls.list, () => new Refuse(10026))
  stage(<Probe />)
  await shown('failed:')
  expect(list.error).toMatchObject({ code: 10026 })
  answer(countryCalls.list, pages)
  act(() => list.refresh())
  await shown('ready: x1a x1b')
})
