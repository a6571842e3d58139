import { expect, test } from 'vitest'
import { z } from 'zod'
import { integer, line } from './fields.ts'
import { inBothSpellings, spelledOnce } from './texts.schema.ts'

const payload = spelledOnce(z.object({ ...inBothSpellings('name', 'texts', () => line(10)), sort: integer() }), {
  name: 'texts',
})
/** The faults of a payload: field and reason, or what zod calls it. */
const faults = (given: object) =>
  (payload.safeParse({ sort: 1, ...given }).error?.issues ?? []).map(
    ({ path, ...issue }) => `${path.join('.')} ${issue.code === 'custom' ? issue.params?.['reason'] : issue.code}`,
  )

const rose = { en: 'Rose', cn: '玫瑰' }
const spelled = { nameEn: 'Rose', nameCn: '玫瑰' }

test.each<[string, object, string[]]>([
  ['the old spelling', spelled, []],
  ['all languages', { texts: { ...rose, pt: 'Rosa' } }, []],
  ['both, alike', { ...spelled, texts: { ...rose, pt: 'Rosa' } }, []],
  ['all languages as JSON, as a form sends them', { texts: JSON.stringify(rose) }, []],
  ['an empty text of a third language', { texts: { ...rose, pt: '' } }, []],
  ['neither', {}, ['nameEn field.required', 'nameCn field.required']],
  ['no Chinese', { nameEn: 'Rose' }, ['nameCn field.required']],
  ['an empty text', { nameEn: 'Rose', nameCn: '' }, ['nameCn field.required']],
  ['both, of which one differs', { ...spelled, texts: { ...rose, cn: '蔷薇' } }, ['nameCn field.differs']],
  ['English alone', { texts: { en: 'Rose' } }, []],
  ['English alone in both spellings', { nameEn: 'Rose', nameCn: '', texts: { en: 'Rose', cn: '' } }, []],
  [
    'Chinese in one spelling alone',
    { nameEn: 'Rose', nameCn: '玫瑰', texts: { en: 'Rose' } },
    ['nameCn field.differs'],
  ],
  ['all languages without English', { texts: { cn: '玫瑰', pt: 'Rosa' } }, ['texts.en invalid_type']],
  ['a language that we do not have', { texts: { ...rose, fr: 'Rose' } }, ['texts unrecognized_keys']],
  ['a text that is too long', { texts: { ...rose, pt: 'x'.repeat(11) } }, ['texts.pt too_big']],
  ['a number', { texts: { ...rose, pt: 1 } }, ['texts.pt invalid_type']],
  ['no object', { texts: 'Rose' }, ['texts invalid_type']],
  ['faults of two fields', { sort: 'x' }, ['sort invalid_type', 'nameEn field.required', 'nameCn field.required']],
])('%s', (_, given, expected) => expect(faults(given)).toEqual(expected))

test('the parsed payload has what was given', () => {
  expect(payload.parse({ sort: 1, texts: { ...rose, pt: ' Rosa ', ar: '' } })).toEqual({
    sort: 1,
    texts: { ...rose, pt: 'Rosa' },
  })
})
