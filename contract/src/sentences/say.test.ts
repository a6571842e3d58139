import { expect, test } from 'vitest'
import { sayer } from './say.ts'

const say = sayer('list')
const finance = sayer('finance')

test('a count is grouped and chooses the form of the language', () => {
  expect(say('tokens', { count: 1 })).toEqual({ en: '1 token', cn: '1 代币' })
  expect(say('tokens', { count: 0n })).toEqual({ en: '0 tokens', cn: '0 代币' })
  expect(say('tokens', { count: 1_250_000n })).toEqual({ en: '1,250,000 tokens', cn: '1,250,000 代币' })
})

test('a text is not grouped, and a name cannot reorder what stands around it', () => {
  expect(finance('statementPartLoaded', { number: 2, id: '12345' }).en).toBe('Part 2 of statement 12345 loaded')
  expect(finance('mappingSaved', { name: 'نورة' }).cn).toBe('已保存列映射 \u2068نورة\u2069')
})

test('what a name contains is no param', () => {
  const name = '{{name}} $& {{count}}'
  expect(finance('mappingSaved', { name }).en).toBe(`Column mapping ${name} saved`)
})

test('a sentence stands in another in its language, a noun within one in small letters', () => {
  const what = sayer('finance')('policy')
  expect(say('changed.enabled.done', { what, name: 'A' })).toEqual({
    en: 'Payout policy A enabled',
    cn: '已启用付款规则 A',
  })
  expect(say('changed.enabled.request', { what, name: 'A' })).toEqual({
    en: 'Enable payout policy A',
    cn: '启用付款规则 A',
  })
})
