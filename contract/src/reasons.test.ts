import { expect, test } from 'vitest'
import { isReason, reasons, reasonText } from './reasons.ts'

const named = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

test('every reason has both texts, and the Chinese one uses no param that the English lacks', () => {
  for (const { en, cn } of Object.values(reasons)) {
    expect(en.trim()).not.toBe('')
    expect(cn).toMatch(/\p{Script=Han}/u)
    expect(named(en)).toEqual(expect.arrayContaining(named(cn)))
  }
})

test('a text is filled with its params, lists joined as the language does', () => {
  expect(reasonText('user.unknown', { ids: [7, 8] }, 'en')).toBe('no such user: 7, 8')
  expect(reasonText('user.unknown', { ids: [7, 8] }, 'cn')).toBe('用户不存在：7、8')
  expect(reasonText('user.unknown', {}, 'en')).toBe('no such user: ')
})

test('only keys of the table are reasons', () => {
  expect(isReason('user.unknown')).toBe(true)
  expect(isReason('toString')).toBe(false)
})
