import { expect, test } from 'vitest'
import { declarationsOf, readCss } from '../../../test/css.ts'

const css = readCss('list/table/table.module.css')

const layerOf = (selector: string) => Number(declarationsOf(css, selector)['z-index'])

test('the mark of the focused row lies over its pinned cells, as wide as the row, and takes no click', () => {
  const ring = declarationsOf(css, '.row[data-active]::after')
  for (const over of ['[data-pinned]', '.menu']) expect(Number(ring['z-index'])).toBeGreaterThan(layerOf(over))
  expect(ring).toMatchObject({ position: 'absolute', inset: '0', 'pointer-events': 'none' })
  // One ring of the whole row: the shadow of the row itself would lie under the cells.
  expect(declarationsOf(css, '.scroller:focus-visible .row[data-active]::after')['box-shadow']).toMatch(
    /^inset 0 0 0 2px/,
  )
  expect(declarationsOf(css, '.row')['contain']).toContain('layout')
})
