// A name in any script never changes the direction of the sentence around it.
import { reasonText } from '@greenroom/contract/reasonTexts'
import evening from '@greenroom/contract/texts/ar/evening.json' with { type: 'json' }
import list from '@greenroom/contract/texts/en/list.json' with { type: 'json' }
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { bareNames } from './bareNames.ts'
import { interpolation } from './interpolation.ts'

const name = 'نورة'
const isolatedName = `\u2068${name}\u2069`

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const texts = i18next.createInstance()
beforeAll(() => texts.init({ lng: 'en', resources: { en: { list } }, interpolation }))

test('interpolated values are isolated', () => {
  expect(texts.t('list:batch.question', { action: 'Ban', name, count: 1 })).toBe(`Ban: ${isolatedName}?`)
  expect(texts.t('list:batch.question', { action: 'Ban', name: 'Ann & Bo', count: 1 })).toBe('Ban: Ann & Bo?')
})

test('a count in a text is grouped as in a table; what is given as a text is not', () => {
  expect(texts.t('list:batch.chosen', { count: 12_345 })).toContain('12,345')
  expect(texts.t('list:batch.question', { action: 'Ban', name: '100202', count: 1 })).toBe('Ban: 100202?')
})

test('an interpolated sentence keeps its own isolation', () => {
  expect(texts.t('list:undone', { what: `Ban ${isolatedName} (7)` })).toBe(`Undone: Ban ${isolatedName} (7)`)
})

test('values in a reason are isolated', () => {
  expect(reasonText('client.name', { name }, 'en')).toBe(
    `another client is named ${isolatedName}, or something that looks like it`,
  )
  expect(reasonText('role.inUse', { names: [name, 'Bo'] }, 'cn')).toBe(`正在被 ${isolatedName}、Bo 使用`)
})

describe('the source', () => {
  test('never puts a bare nickname beside other text', () => {
    const naming = Object.entries(sources).filter(([, source]) => source.includes('nickname'))
    expect(naming.flatMap(([file, source]) => bareNames(file, source).map((text) => `${file}: ${text}`))).toEqual([])
  })

  test('the check finds every form of it', () => {
    const bare = (code: string) => bareNames('x.tsx', code)
    expect(bare('const a = `${user.nickname || id} (${id})`')).toHaveLength(1)
    expect(bare("const a = 'of ' + nickname")).toHaveLength(1)
    expect(bare("const a = [kind, user?.nickname].join(' ')")).toHaveLength(1)
    expect(bare('const a = <p>{user.nickname}</p>')).toHaveLength(1)
    expect(bare('const a = <bdi>{user.nickname}</bdi>')).toEqual([])
    expect(bare('const a = `${isolated(user.nickname)} ${nameOf(user)}`')).toEqual([])
  })
})

test('in a sentence from right to left every value stands apart, so that signs keep to their number', async () => {
  const arabic = i18next.createInstance()
  await arabic.init({ lng: 'ar', resources: { ar: { evening } }, interpolation })
  const before = i18next.language
  await i18next.init({ lng: 'ar' })
  expect(arabic.t('evening:today.cardYesterday', { usd: '$5.00' })).toMatch(/ \u2068\$5\.00\u2069$/)
  expect(arabic.t('evening:today.cardYesterday', { usd: name })).toMatch(/ \u2068نورة\u2069$/)
  await i18next.changeLanguage(before ?? 'en')
})
