import { expect, test } from 'vitest'
import { containing, idsIn, nicknameSearch, startingWith } from './text.ts'

test('wildcards are plain text', () => {
  expect([containing('a_%\\'), startingWith('a_%\\')]).toEqual(['%a\\_\\%\\\\%', 'a\\_\\%\\\\%'])
})

test('ids in a search text', () => {
  expect(idsIn('luciana 42, #421')).toEqual([42, 421])
  expect(idsIn('0')).toEqual([])
})

test('a part needs three letters or digits in a row, or two Chinese, Japanese or Korean ones; less is a beginning', () => {
  for (const part of ['小姐姐', 'the fox', '421']) expect(nicknameSearch(part)).toBe('part')
  for (const pair of ['小姐', '龙女 x', 'ユカ', '지우', '👑龙女', '𠮷野']) expect(nicknameSearch(pair)).toBe('pair')
  for (const short of ['龙', 'ab', 'a b c', '...', '💫💫💫', '龙 女']) expect(nicknameSearch(short)).toBe('beginning')
})
