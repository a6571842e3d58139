// @vitest-environment happy-dom
// Rows keep open menus and drawers while the list is refreshed, and re-render only when they change.
import { countryCalls } from '@greenroom/contract/systemRecords'
import { IconEye } from '@tabler/icons-react'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../test/stage.tsx'
import { defineAction } from '../actions/action.ts'
import type { Column } from '../list/columns.ts'
import type { List } from '../list/currentList.ts'
import { filtersOf, text } from '../list/filters.ts'
import { useList } from '../list/useList.ts'
import { ListPage } from './ListPage.tsx'
import { ListTable } from './ListTable.tsx'

type Row = { code: string }
const all = Array.from({ length: 100 }, (_, index) => ({ code: `C${index}` }))
const filters = filtersOf({ q: text() })
const spec = { call: countryCalls.list, filters, size: 100, rowId: (row: Row) => row.code }
const show = defineAction<Row>({
  id: 'system.log.show',
  icon: IconEye,
  may: () => true,
  run: async () => undefined,
  message: () => undefined as never,
})
const actions = [show]

let drawn: string[]
const columns: Column<Row>[] = [
  {
    id: 'code',
    cell: ({ code }) => {
      drawn.push(code)
      return code
    },
  },
]

let list: List<any>
function Screen() {
  list = useList(spec as never)
  return (
    <ListPage list={list}>
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}

beforeEach(async () => {
  drawn = []
  await signIn({ 'system.country': 3 }, '/sys/country')
  answer(countryCalls.list, ({ payload: { q = '' } }) => {
    const records = all.filter(({ code }) => code.endsWith(q))
    return { records, current: 1, size: 100, total: records.length, pages: 1 } as never
  })
})
afterEach(unmount)

test('an open menu stays open when the list becomes shorter', async () => {
  // Without layout, Mantine's focus trap finds nothing to focus, and prints the menu's element with all of React behind it.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const { user } = stage(<Screen />)
  const row = await screen.findByRole('row', { name: /C7$/ })
  const dots = () => within(row).getByRole('button', { name: /^Actions for/, hidden: true })
  await user.click(dots())
  await waitFor(() => expect(dots().getAttribute('aria-expanded')).toBe('true'))
  act(() => list.setFilter('q', '7'))
  await waitFor(() => expect(list.rows).toHaveLength(10))
  await waitFor(() => expect(list.busy).toBe(false))
  expect(row.isConnected).toBe(true)
  expect(dots().getAttribute('aria-expanded')).toBe('true')
})

test('an open drawer and another address re-render no row', async () => {
  stage(<Screen />)
  // Those in sight come first, the others after them.
  await screen.findByRole('row', { name: /C59$/ })
  drawn = []
  act(() => {
    window.history.pushState(null, '', '/sys/country?drawer=show:C7')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(window.location.search).toContain('drawer'))
  expect(drawn).toEqual([])
})

test('Shift-click chooses what lies between now, also rows that came since', async () => {
  const { user } = stage(<Screen />)
  await user.click(within(await screen.findByRole('row', { name: /C3$/ })).getByRole('checkbox'))
  const records = all.toSpliced(5, 0, { code: 'NEW' })
  answer(countryCalls.list, () => ({ records, current: 1, size: 100, total: records.length, pages: 1 }) as never)
  drawn = []
  act(() => list.refresh())
  await screen.findByRole('row', { name: /NEW$/ })
  await user.keyboard('{Shift>}')
  await user.click(within(screen.getByRole('row', { name: /C6$/ })).getByRole('checkbox'))
  await user.keyboard('{/Shift}')
  expect([...list.selection.all().keys()]).toEqual(['C3', 'C4', 'NEW', 'C5', 'C6'])
})

const drawerOf = () => new URLSearchParams(window.location.search).get('drawer')

test('one click on a row opens it; on a control in it, with a modifier or after selecting text it does not', async () => {
  const { user } = stage(<Screen />)
  const row = await screen.findByRole('row', { name: /C7$/ })
  const cell = within(row).getByRole('gridcell', { name: 'C7' })
  await user.click(within(row).getByRole('checkbox'))
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }))
  await user.keyboard('{Escape}{Control>}')
  await user.click(cell)
  await user.keyboard('{/Control}')
  window.getSelection()!.selectAllChildren(cell)
  fireEvent.click(cell)
  expect(drawerOf()).toBeNull()
  window.getSelection()!.removeAllRanges()
  fireEvent.click(cell)
  await waitFor(() => expect(drawerOf()).toBe('show:C7'))
})

test('rows without a page or drawer of their own open what their name links to, by click and by Enter', async () => {
  const opened: string[] = []
  const linked: Column<Row>[] = [
    {
      id: 'code',
      pinned: true,
      cell: ({ code }) => (
        <a
          href={`#${code}`}
          onClick={(event) => {
            event.preventDefault()
            opened.push(code)
          }}
        >
          {code}
        </a>
      ),
    },
    { id: 'sort', cell: ({ code }) => `about ${code}` },
  ]
  function Linked() {
    list = useList(spec as never)
    return (
      <ListPage list={list}>
        <ListTable columns={linked} />
      </ListPage>
    )
  }
  const { user } = stage(<Linked />)
  await user.click(await screen.findByText('about C3'))
  screen.getByRole('grid').focus()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(opened).toEqual(['C3', 'C4'])
})

test('the pointer on a cell whose text is cut says it whole, and on any other nothing', async () => {
  stage(<Screen />)
  const [cut, whole] = await Promise.all(['C1', 'C2'].map((name) => screen.findByRole('gridcell', { name })))
  // The test's window has no layout.
  Object.defineProperties(cut, { scrollWidth: { value: 90 }, clientWidth: { value: 40 } })
  cut!.style.overflowX = 'hidden'
  for (const cell of [cut!, whole!]) fireEvent.mouseOver(cell)
  expect(cut!.title).toBe('C1')
  expect(whole!.title).toBe('')
})
