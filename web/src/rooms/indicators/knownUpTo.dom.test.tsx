// @vitest-environment happy-dom
// A figure that needs the days after its own says up to which day it is known, where a dash alone would say nothing.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { loadTexts } from '../../i18n/index.ts'
import { Total } from './dashboard/FigureTiles.tsx'
import { knownDay } from './knownUpTo.ts'
import { CohortTable } from './retention/CohortTable.tsx'

beforeEach(async () => {
  await signIn({ 'indicators.overall': 1 })
  await loadTexts(['indicators'])
})
afterEach(unmount)

const today = new Date().toISOString().slice(0, 10)
const figures = (days: string[]) => ({ days, totals: { churn: null }, before: null, running: true }) as never

test('the tile of a span that is too new', () => {
  const { container } = stage(<Total figure="churn" of={figures([knownDay(today, 6), today])} />)
  expect(container.textContent).toContain(`Known up to ${knownDay(today, 7)}`)
})

test('the tile of a span that is known says nothing: there was nobody', () => {
  const { container } = stage(<Total figure="churn" of={figures([knownDay(today, 7), today])} />)
  expect(container.textContent).not.toContain('Known up to')
  expect(screen.getByText('–').title).not.toBe('')
})

test('the head of a column of retention that nobody can know yet', () => {
  const cohort = { day: knownDay(today, 6), size: 20, d1: 5, d3: 2, d7: null, d14: null, d30: null }
  stage(<CohortTable of={{ cohorts: [cohort] } as never} />)
  const head = (n: number) => screen.getByRole('columnheader', { name: new RegExp(`^D${n}\\b`) }).textContent
  expect(head(1)).toBe('D1')
  expect(head(7)).toBe(`D7Known up to ${knownDay(today, 7)}`)
  expect(head(30)).toBe(`D30Known up to ${knownDay(today, 30)}`)
})
