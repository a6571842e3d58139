// A refusal is shown in the reader's language, by its reason key.
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { withReasons } from '../../api/reasonTexts.ts'
import { Refused } from '../../api/refused.ts'
import { faultOf, inFull } from '../../session/messages.ts'
import { reasonOf, whyOutcome } from '../../session/refusalReasons.ts'
import { savedFirst } from './errors.ts'
import { unknownIds } from './IdsField.tsx'

const whitelisted = {
  errorCode: 20000,
  errorMsg: 'on the whitelist: can only be banned individually',
  reason: 'user.whitelisted',
}

beforeAll(async () => {
  const errors = { 20000: 'It has been done already.', fallback: 'It failed.' }
  await i18next.init({ lng: 'en', resources: { en: { errors }, cn: { errors: { 20000: '请勿重复操作。' } } } })
  await withReasons({ result: { outcomes: [whitelisted] } })
})
beforeEach(() => i18next.changeLanguage('en'))

test("a batch outcome shows the server's reason, not its code's text", async () => {
  expect(whyOutcome(whitelisted)).toBe('On the whitelist: can only be banned individually.')
  expect(whyOutcome({ errorCode: 20000, errorMsg: 'repeat operation not allowed' })).toBe('It has been done already.')
  await i18next.changeLanguage('cn')
  expect(whyOutcome(whitelisted)).toBe('该用户在白名单中，只能单独手动封禁。')
  expect(whyOutcome({ errorCode: 20000, errorMsg: 'repeat operation not allowed' })).toBe('请勿重复操作。')
})

test('what has no field to show reasons at says them after what the code means', async () => {
  const refused = new Refused(20000, 'x', [{ field: 'file', message: 'already has this value', reason: 'param.same' }])
  expect(inFull(refused)).toBe('It has been done already.\nAlready has this value.')
  await i18next.changeLanguage('cn')
  expect(inFull(refused)).toBe('请勿重复操作。\n已是该值。')
})

test('a Chinese message contains no English', async () => {
  const fault = { field: 'value', message: 'already has this value', reason: 'param.same' }
  expect(faultOf(fault)).toBe('Already has this value.')
  expect(faultOf({ field: 'body', message: 'must be an object' })).toBe('body: Must be an object.')
  await i18next.changeLanguage('cn')
  expect(faultOf(fault)).toBe('已是该值。')
  expect(faultOf({ field: 'body', message: 'must be an object' })).toBe('')
})

test('instants are shown as dates', () => {
  const params = { by: 'anna', at: '2026-01-31T08:05:09.000Z' }
  expect(reasonOf({ message: '', reason: 'item.passedBy', params })).toBe(
    'Already passed by anna at 2026-01-31 08:05:09.',
  )
})

test('who saved first and the wrong ids come from the params, never from the English text', () => {
  const stale = { field: 'version', message: '…', reason: 'stale.by', params: { by: 'anna', at: '', version: 3 } }
  expect(savedFirst(new Refused(20000, '', [stale]))).toEqual({ by: 'anna' })
  const wrong = { field: 'ids', message: '…', reason: 'user.unknown', params: { ids: [7, 8] } }
  expect(unknownIds(new Refused(290005, '', [wrong]))).toEqual(['7', '8'])
})
