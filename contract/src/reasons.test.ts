import { expect, test } from 'vitest'
import cn from '../texts/cn/reasons.json' with { type: 'json' }
import en from '../texts/en/reasons.json' with { type: 'json' }
import { isReason, type ReasonKey, reasons } from './reasons.ts'
import { reasonText } from './reasonTexts.ts'

const named = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))]

test('every reason has both texts, and no text is without a reason', () => {
  expect(Object.keys(en).toSorted()).toEqual(Object.keys(reasons).toSorted())
  expect(Object.keys(cn).toSorted()).toEqual(Object.keys(reasons).toSorted())
})

test.each(Object.keys(reasons) as ReasonKey[])(
  '%s declares the params of its text, and the Chinese uses no other',
  (key) => {
    expect(en[key].trim()).not.toBe('')
    expect(cn[key]).toMatch(/\p{Script=Han}/u)
    expect(named(en[key]).toSorted()).toEqual([...reasons[key]].toSorted())
    expect([...reasons[key]]).toEqual(expect.arrayContaining(named(cn[key])))
  },
)

test('a text is filled with its params, lists joined as the language does', () => {
  expect(reasonText('user.unknown', { ids: [7, 8] }, 'en')).toBe('no such user: 7, 8')
  expect(reasonText('user.unknown', { ids: [7, 8] }, 'cn')).toBe('用户不存在：7、8')
  expect(reasonText('user.unknown', {}, 'en')).toBe('no such user: ')
})

test('only keys of the table are reasons', () => {
  expect(isReason('user.unknown')).toBe(true)
  expect(isReason('toString')).toBe(false)
})
