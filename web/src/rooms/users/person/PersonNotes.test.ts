import { expect, test } from 'vitest'
import { declarationsOf, readCss } from '../../../../test/css.ts'

const css = readCss('rooms/users/person/person.module.css')

test('lines of notes are narrow; the part itself is not, so that what says that there is none is in its middle', () => {
  expect(declarationsOf(css, '.notes')).not.toHaveProperty('max-width')
  expect(declarationsOf(css, '.notes > :is(form, article)')['max-width']).toMatch(/^\d+px$/)
})
