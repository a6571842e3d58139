// @vitest-environment happy-dom
// All that waits stands in one grid of cells of one height, whatever is waiting: no tile stands alone in a row of its own.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { declarationsOf, readCss } from '../../../../test/css.ts'
import { signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import { Todo } from './Todo.tsx'

const css = readCss('rooms/access/Home.module.css')

beforeEach(async () => {
  await signIn()
  await loadTexts(['home'])
})
afterEach(unmount)

const line = (key: string, of: object = {}) => ({
  key,
  count: 3,
  href: `/${key}`,
  alarm: false,
  oldest: null,
  until: null,
  ...of,
})

test('alarms, work with its age, with its end and without either are cells of the same grid', () => {
  const todo = [
    line('approvals', { oldest: new Date(Date.now() - 7_200_000).toISOString() }),
    line('reports', { alarm: true }),
    line('withdrawals', { until: new Date(Date.now() + 7_200_000).toISOString() }),
    line('appeals'),
  ]
  stage(<Todo query={{ data: { todo }, isPending: false, error: null } as never} />)
  const grid = screen.getByRole('navigation')
  const cells = within(grid).getAllByRole('link')
  expect(cells.map((cell) => cell.parentElement)).toEqual(cells.map(() => grid))
  expect(cells.map((cell) => cell.getAttribute('href'))).toEqual(todo.map(({ href }) => href))
  // The place of the age is kept where nothing ages.
  expect(cells.map(({ children }) => children.length)).toEqual([3, 3, 3, 3])
})

test('rows are filled, and an incomplete last one leaves no hole but the panel’s ground', () => {
  const grid = declarationsOf(css, '.todo')
  expect(grid['grid-template-columns']).toMatch(/^repeat\(auto-fill, minmax\(\d+px, 1fr\)\)$/)
  expect(grid['background']).toBe('var(--surface)')
  expect(grid['border']).toContain('solid')
  const { 'min-height': least } = declarationsOf(css, '.age')
  expect(Number.parseInt(least!)).toBeGreaterThanOrEqual(18)
})
