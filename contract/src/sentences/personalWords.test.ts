import { describe, expect, test } from 'vitest'
import type { Room, Sentence } from './allTexts.ts'
import { approvalEnded } from './approvals.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { deductionAdded } from './guildMoney.ts'
import { guildsDecided, leaderChanged } from './guilds.ts'
import { policyChanged } from './payouts.ts'
import { kindOf, paramKinds, unmarked, withWords, wordsApart } from './personalWords.ts'
import { promotersChanged } from './promotion.ts'
import { bansLifted, moved } from './users.ts'

type Tree = { readonly [key: string]: string | Tree }

const textsIn = (tree: Tree, before = ''): (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as const] : textsIn(text, `${before}${key}.`),
  )

const used = [english, chinese].flatMap((texts) =>
  Object.entries(texts).flatMap(([room, { sentences }]) =>
    textsIn(sentences as Tree).flatMap(([key, text]) =>
      [...text.matchAll(/\{\{(\w+)(?:, lower)?\}\}/g)].map(([, param = '']) => ({ room: room as Room, key, param })),
    ),
  ),
)

describe('what is personal is declared', () => {
  test('of each param of each sentence', () => {
    expect(used.length).toBeGreaterThan(1_000)
    const undeclared = used.filter(({ room, key, param }) => kindOf(room, key, param) === undefined)
    expect([...new Set(undeclared.map(({ room, key, param }) => `${room}: ${param} of ${key}`))]).toEqual([])
  })

  test('and of no other', () => {
    const left = Object.entries(paramKinds).flatMap(([room, kinds]) =>
      Object.keys(kinds)
        .filter((name) => {
          const [start, of = start] = name.includes(' ') ? name.split(' ') : ['', name]
          return !used.some((one) => one.room === room && one.param === of && one.key.startsWith(start!))
        })
        .map((name) => `${room}: ${name}`),
    )
    expect(left).toEqual([])
  })
})

const noura = { id: 100297, nickname: 'Noura2008' }

/** The sentence as it is sealed, with `•` for each mark, and the words. */
function kept(sentence: Sentence) {
  const { sentence: rest, words } = wordsApart(sentence)
  const bare = (text: string) => withWords(text, () => '•')
  return { en: bare(rest.en), cn: bare(rest.cn), words: words.map(({ text, subject }) => [text.en, subject]) }
}

const whole = (sentence: Sentence) => {
  const { sentence: rest, words } = wordsApart(sentence)
  return {
    en: withWords(rest.en, (number) => words[number]!.text.en),
    cn: withWords(rest.cn, (number) => words[number]!.text.cn),
  }
}

describe('kept apart', () => {
  test('nicknames, once for both languages; numbers, amounts and other texts stay', () => {
    const sentence = moved('done', { people: [noura, { id: 7, nickname: '' }], direction: 'grant', tokens: 5 })
    expect(kept(sentence)).toEqual({
      en: '5 tokens each granted to • (100297) and 7 (10 in total)',
      cn: expect.stringContaining('• (100297)'),
      words: [['Noura2008', 'user 100297']],
    })
    expect(whole(sentence)).toEqual(sentence)
  })

  test('devices beside people, each in its part', () => {
    const sentence = bansLifted({ people: [noura], devices: ['8f21', '77ab'] })
    expect(kept(sentence).words).toEqual([
      ['Noura2008', 'user 100297'],
      ['8f21', undefined],
      ['77ab', undefined],
    ])
    expect(whole(sentence)).toEqual(sentence)
  })

  test('a promoter, an anchor and a leader, but no guild, policy or account', () => {
    const guild = { guildId: 7, name: 'Aurora' }
    expect(kept(promotersChanged([{ name: 'KolHub' }], 'edited')).words).toEqual([['KolHub', undefined]])
    expect(kept(deductionAdded({ from: 'Ana', usdCents: 100, week: '2026-11-16' })).words).toEqual([['Ana', undefined]])
    expect(kept(leaderChanged(guild, noura)).words).toEqual([['Noura2008', 'user 100297']])
    expect(kept(guildsDecided('ban', [guild])).words).toEqual([])
    expect(kept(policyChanged('done', 'Weekly', 'edited')).words).toEqual([])
  })

  test('a sentence that comes as text, whole, and in each language', () => {
    const title = { en: 'Grant 5 tokens to Noura2008 (100297)', cn: '向 Noura2008 (100297) 赠送 5 代币' }
    const sentence = approvalEnded('approved', title)
    expect(kept(sentence)).toMatchObject({ en: 'Approved: •', words: [[title.en, undefined]] })
    expect(whole(sentence)).toEqual(sentence)
    expect(kept(title)).toMatchObject({ en: '•', cn: '•' })
    expect(whole(title)).toEqual(title)
  })

  test('a name that contains marks takes no other’s place', () => {
    const name = '\ufdd0x'
    expect(unmarked(name)).toBe('x')
    expect(kept(policyChanged('done', name, 'edited')).en).toBe('Payout policy \u2068x\u2069 edited')
  })
})
