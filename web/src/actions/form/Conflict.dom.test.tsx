// @vitest-environment happy-dom
// The two sides of a conflict are shown as a person reads them, whatever the field holds.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { Conflict } from './Conflict.tsx'

beforeEach(() => signIn())
afterEach(unmount)

const picture = (fileId: string) => ({ fileId, url: `/files/${fileId}.png` })
const yours = {
  version: 3,
  nameEn: 'Rose',
  texts: { en: { title: 'Hi', text: 'Come in' } },
  countries: ['BR', 'PE'],
  pictures: [picture('mine')],
  animation: picture('moving'),
  notice: true,
  sort: 4,
  link: '',
}
const theirs = {
  version: 4,
  nameEn: 'Red rose',
  texts: { en: { title: 'Hello', text: 'Come in' } },
  countries: ['BR'],
  pictures: [picture('theirs')],
  animation: null,
  notice: false,
  sort: 5,
  link: 'https://example.org',
}

test('texts, lists, pictures and nothing at all are readable on both sides; no side shows JSON', () => {
  stage(<Conflict initial={yours} yours={yours} theirs={theirs} room="system" by="Lin" settle={vi.fn()} />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(Object.keys(yours).length - 1)
  for (const row of rows) expect(row.textContent).not.toMatch(/[{}[\]"]|\bobject\b|fileId/)
  const sources = rows
    .flatMap((row) => within(row).queryAllByRole('presentation'))
    .map((image) => image.getAttribute('src'))
  expect(sources.map((source) => source?.match(/(\w+)\.png/)?.[1])).toEqual(['mine', 'theirs', 'moving'])
  expect(screen.getByText('BR, PE')).toBeDefined()
})
