// One word for one concept, in both languages: in the catalogue, which screens, sentences, reasons and operations share, and in what stands in code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }
type Text = { at: string; text: string }

/** Words that were once used for a concept, with the one that is used; `but` names where the other word is right. */
type Term = { not: RegExp; use: string; but?: RegExp }

/** Names that the specification fixes. */
const menus = /^shell:(areas|screens)\./

const english: Term[] = [
  { not: /\brefus(e[sd]?|al|ing)\b/i, use: 'reject', but: /^errors:/ },
  { not: /\brecharg(e[sd]?|ing)\b/i, use: 'top-up', but: /^shell:(areas|screens)\.|^errors:/ },
  {
    not: /\b(sub-)?agenc(y|ies)\b/i,
    use: 'guild, sub-guild',
    but: /^shell:(areas|screens)\.|^errors:|^access:register\.fields\./,
  },
  { not: /\bsociety\b/i, use: 'guild', but: menus },
  { not: /\bsecond member of staff\b|\bsomeone else must\b/i, use: 'another member of staff' },
  { not: /^State$/, use: 'Status' },
  { not: /\bremark\b/i, use: 'note' },
  { not: /\bproof of\b|^proof$/i, use: 'receipt' },
  { not: /\bbatch jobs?\b/i, use: 'bulk action' },
  { not: /\bin live\b|\blive ended\b|\bon air\b/i, use: 'live, ended' },
  { not: /\bmachine score\b|^score$/i, use: 'risk score' },
  { not: /\bleave (it )?to others\b/i, use: 'skip' },
  { not: /\bwithdraw(n|s)? the (request|invitation|plan)\b/i, use: 'cancel' },
  { not: /[\d}…] USD\b/, use: '$12.50', but: /definitions/ },
]

const chinese: Term[] = [
  { not: /理由/, use: '原因' },
  { not: /驳回/, use: '拒绝' },
  { not: /回单/, use: '付款凭证' },
  { not: /机审分/, use: '风险分' },
  { not: /批量任务/, use: '批量操作' },
  { not: /同意退出/, use: '批准退出' },
  { not: /谷歌验证码/, use: '动态验证码' },
  { not: /留给他人/, use: '跳过' },
  { not: /(须由|需由|须经)(其他员工|他人)/, use: '须由另一名员工' },
  { not: /[\d}…] ?美元/, use: '$12.50', but: /definitions/ },
  { not: /推广员/, use: '推广商' },
  { not: /打款|付款策略/, use: '付款、付款规则' },
  { not: /手[动工]付款/, use: '人工支付' },
  { not: /支付(渠道|网关)/, use: '支付通道' },
  { not: /身份验证器/, use: '验证器' },
  { not: /佣金/, use: '分成' },
  { not: /(?<!有)关账/, use: '结账' },
  { not: /制裁命中/, use: '制裁名单匹配' },
  { not: /网络费/, use: '链上手续费' },
  { not: /售币/, use: '出售' },
]

const files = import.meta.glob<Tree>('../../../contract/texts/{en,cn}/*.json', { import: 'default', eager: true })

const flat = (tree: Tree, path: string): Text[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ at: path + key, text: value }] : flat(value, `${path}${key}.`),
  )

const ofScreens = (language: string): Text[] =>
  Object.entries(files)
    .filter(([file]) => file.startsWith(`../../../contract/texts/${language}/`))
    .flatMap(([file, tree]) => flat(tree, `${file.split('/').at(-1)!.replace('.json', '')}:`))

const root = join(import.meta.dirname, '..', '..', '..')
const sources = ['contract/src', 'server/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|suite)\.ts$|\/village\//.test(file))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))

/** Texts in code stand as `en: '…'` and `cn: '…'`. */
function ofCode(language: string): Text[] {
  const written = new RegExp(
    `\\b${language}:\\s*(?:\\([^)]*\\) =>\\s*)?(?:'((?:[^'\\\\\\n]|\\\\.)*)'|"([^"\\n]*)"|\`([^\`]*)\`)`,
    'g',
  )
  return sources.flatMap(({ file, source }) =>
    [...source.matchAll(written)].map(([, one, two, three]) => ({
      at: file,
      // What stands between is code.
      text: (one ?? two ?? three ?? '').replace(/\$\{[^}]*\}/g, '…'),
    })),
  )
}

/** Names of areas and screens, which the guides quote. */
const screens = ofScreens('en')
  .filter(({ at }) => menus.test(at))
  .map(({ text }) => text)
  .toSorted((a, b) => b.length - a.length)

/** The guides' lines without what they quote as code or as the name of a screen, and without where their links lead. */
const guides: Text[] = readdirSync(join(root, 'docs'))
  .filter((file) => file.startsWith('guide-'))
  .flatMap((file) =>
    readFileSync(join(root, 'docs', file), 'utf8')
      .split('\n')
      .map((line, at) => ({
        at: `${file}:${at + 1}`,
        text: screens.reduce((text, name) => text.replaceAll(name, '…'), line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '…')),
      })),
  )

const wrong = (texts: readonly Text[], terms: readonly Term[]) =>
  terms.flatMap(({ not, use, but }) =>
    texts.filter(({ at, text }) => not.test(text) && !but?.test(at)).map(({ at, text }) => `${at}: ${text} → ${use}`),
  )

describe.each([
  ['en', english],
  ['cn', chinese],
] as const)('%s', (language, terms) => {
  test('screens use one word for one concept', () => expect(wrong(ofScreens(language), terms)).toEqual([]))
  test('so does what stands in code', () => expect(wrong(ofCode(language), terms)).toEqual([]))
})

test('the guides use the words of the screens', () => {
  expect(guides.length).toBeGreaterThan(1_000)
  expect(wrong(guides, [...english, ...chinese])).toEqual([])
})

test('an English text with a count has a singular and a plural', () => {
  const counted = /\{\{(count|number|done|total|all|sales)\}\} (?!s\b)([a-z-]+ )?[a-z-]+s\b/
  const forms = /_(one|other)$/
  // "All 2,000 matching rows" are never one; a limit is a setting of at least two; the last stands in a sentence about several.
  const several =
    /^(list:bulk\.|guilds:preview\.|finance:trades\.ofSales|audits:queue\.reasons\.many|list:batch\.full|log:sentences\.bulk)/
  expect(
    ofScreens('en')
      .filter(({ at, text }) => counted.test(text) && !forms.test(at) && !several.test(at))
      .map(({ at, text }) => `${at}: ${text}`),
  ).toEqual([])
})

test('no English sentence puts a number before a plural that it doesn’t make itself', () => {
  const plural =
    /\{\{\w+\}\} (tokens|users|differences|withdrawals|payouts|purchases|deductions|entries|times|minutes|items)\b/
  const found = ofScreens('en').filter(
    ({ at, text }) => /:sentences\./.test(at) && !/_(one|other)$/.test(at) && plural.test(text),
  )
  // A batch that was exported again.
  expect(found.map(({ at }) => at)).toEqual(['finance:sentences.batchSentAgain'])
})
