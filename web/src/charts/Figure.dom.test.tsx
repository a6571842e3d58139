// @vitest-environment happy-dom
// A chart's definition is readable whole by pointer, focus and tap, and its icons are quiet until then; nothing moves.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { declarationsOf, readCss } from '../../test/css.ts'
import { signIn, stage, unmount } from '../../test/stage.tsx'
import { loadTexts } from '../i18n/index.ts'
import { Figure } from './Figure.tsx'

beforeEach(async () => {
  await signIn()
  await loadTexts(['charts'])
})
afterEach(unmount)

const computed = ['Users who paid.', 'How: '.padEnd(200, 'x')].join('\n')
const plot = { kind: 'lines', axis: { name: 'Day', labels: [] }, lines: [] } as const
const css = readCss('charts/charts.module.css')

test('the definition is whole in the page, and takes the focus', async () => {
  const { user } = stage(<Figure title="Payers" computed={computed} plot={plot} empty="Nothing" brief />)
  const definition = screen.getByText(/^Users who paid\./)
  expect(definition.textContent).toBe(computed)
  for (let tab = 0; tab < 10 && document.activeElement !== definition; tab++) await user.tab()
  expect(document.activeElement).toBe(definition)
})

test('pointer and focus show all lines, over the chart', () => {
  expect(declarationsOf(css, '.brief .computed')).toMatchObject({ position: 'absolute', 'white-space': 'nowrap' })
  expect(declarationsOf(css, '.brief .computed:is(:hover, :focus)')).toMatchObject({ 'white-space': 'pre-line' })
  expect(declarationsOf(css, '.brief')['height']).toMatch(/^\d+px$/)
})

test('icons are hidden only where a pointer can hover, and never while the focus is within', () => {
  const [, quiet] = /@media \(hover: hover\) \{([^@]*?opacity: 0;\s*\}\s*)\}/.exec(css) ?? []
  expect(quiet).toMatch(/\.figure:not\(:hover, :focus-within\) \.head button \{/)
  expect(css.match(/opacity: 0;/g)).toHaveLength(2)
})
