// @vitest-environment happy-dom
// Keys on a handle; dragging needs a browser's layout: `e2e/tests/reorder.spec.ts`.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { Reorder } from './Reorder.tsx'

beforeEach(() => signIn())
afterEach(unmount)

function Letters({ fixed = '', readOnly = false }: { fixed?: string; readOnly?: boolean }) {
  const [items, change] = useState(['A', 'B', 'C'])
  return (
    <>
      <Reorder
        items={items}
        idOf={(letter) => letter}
        nameOf={(letter) => letter}
        isFixed={(letter) => letter === fixed}
        layout="rows"
        readOnly={readOnly}
        change={change}
        removes
      >
        {(letter, _at, handle) => (
          <button type="button" {...handle}>
            {letter}
          </button>
        )}
      </Reorder>
      <output data-testid="order">{items.join('')}</output>
    </>
  )
}
const order = () => screen.getByTestId('order').textContent
const press = async (letter: string, keys: string) => {
  screen.getByRole('button', { name: letter }).focus()
  await userEvent.keyboard(keys)
}

test('an arrow key moves an item, says where it is, and its handle keeps the focus', async () => {
  stage(<Letters />)
  await press('C', '{ArrowUp}')
  expect(order()).toBe('ACB')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('C: position 2 of 3')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('C'))
})

test('nothing passes an item that keeps its place, which has no handle', async () => {
  stage(<Letters fixed="A" />)
  await press('B', '{ArrowUp}')
  expect(order()).toBe('ABC')
  await press('A', '{ArrowDown}')
  expect(order()).toBe('ABC')
  await press('C', '{Home}')
  expect(order()).toBe('ACB')
})

test('Delete removes an item, and the next has the focus', async () => {
  stage(<Letters />)
  await press('B', '{Delete}')
  expect(order()).toBe('AC')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('C'))
})

test('where nothing may be changed, keys change nothing', async () => {
  stage(<Letters readOnly />)
  await press('B', '{ArrowUp}{Delete}')
  expect(order()).toBe('ABC')
})

test('a handle says how it is used, in the language of the page', async () => {
  stage(<Letters />)
  const handle = screen.getByRole('button', { name: 'A' })
  expect(handle.getAttribute('aria-roledescription')).toBe('movable')
  await waitFor(() =>
    expect(document.getElementById(handle.getAttribute('aria-describedby')!)?.textContent).toMatch(/^Move it with/),
  )
})
