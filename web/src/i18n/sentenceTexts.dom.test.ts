// @vitest-environment happy-dom
// A page has its reader's language only: a sentence asks for no other, and follows the reader to the next one.
import { afterAll, expect, test } from 'vitest'
import { changeLanguage, loadTexts, startTexts } from './index.ts'
import { inBoth, textIn } from './sentenceTexts.ts'

afterAll(() => changeLanguage('en'))

test('a sentence is rendered when it is read, in the language that is read', async () => {
  await startTexts()
  await changeLanguage('en')
  await loadTexts(['finance'])
  const policy = inBoth((language) => textIn(language, 'finance', 'policy') ?? 'no text')
  expect(policy.en).toBe('Payout policy')
  await changeLanguage('cn')
  expect(policy.cn).toBe('付款规则')
  expect(textIn('cn', 'finance', 'unknown')).toBeUndefined()
})
