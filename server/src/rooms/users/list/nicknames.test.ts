import { expect, test } from 'vitest'
import { nicknameSearch } from './nicknames.ts'

test('a part needs three letters or digits in a row, or two Chinese, Japanese or Korean ones; less is a beginning', () => {
  for (const part of ['小姐姐', 'the fox', '421']) expect(nicknameSearch(part)).toBe('part')
  for (const pair of ['小姐', '龙女 x', 'ユカ', '지우', '👑龙女', '𠮷野']) expect(nicknameSearch(pair)).toBe('pair')
  for (const short of ['龙', 'ab', 'a b c', '...', '💫💫💫', '龙 女']) expect(nicknameSearch(short)).toBe('beginning')
})
