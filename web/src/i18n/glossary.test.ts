// One word for one thing in the languages of outsiders, too: what the English text calls by a word of `docs/glossary.md` is called by that
// row's word. Words change their ends, so each language says what all forms of its word have in common.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages, staffLanguages } from '@greenroom/contract/languages'
import { describe, expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }
type PerOutsiders<T> = Omit<Record<Language, T>, 'en' | 'cn'>
type Outsiders = keyof PerOutsiders<unknown>
type Term = {
  /** The English word in a text; placeholders are left out before. */
  english: RegExp
  forms: PerOutsiders<RegExp>
  /** Texts that say it without the word: by what they are, the reader knows. */
  but?: RegExp
}

/** By the glossary's first column. */
const terms: Record<string, Term> = {
  guild: {
    english: /(?<![-“])\bguilds?\b/i,
    forms: {
      ar: /وكال/,
      es: /agencia/i,
      ja: /ギルド/,
      ms: /agensi/i,
      pt: /agência/i,
      ru: /агентств/i,
      // A leader's title is the guild's.
      zh_tw: /公會|會長/,
    },
    but: /^reasons:agent\.newLeader|^guilds:(members\.history|leaderHome\.dissolves|sentences\.invitationEnded)|^topup-agents:salary\.cannot\.noWeek/,
  },
  'sub-guild': {
    english: /\bsub-guilds?\b/i,
    forms: {
      ar: /فرعي/,
      es: /subagencia/i,
      ja: /サブギルド/,
      ms: /sub-agensi/i,
      pt: /subagência/i,
      ru: /субагентств/i,
      zh_tw: /子公會/,
    },
    // A parent's name follows.
    but: /^guilds:page\.below/,
  },
  leader: {
    english: /\bleaders?\b/i,
    forms: {
      ar: /مدير|مدراء/,
      es: /líder/i,
      ja: /リーダー/,
      ms: /ketua/i,
      pt: /líder/i,
      ru: /руководител/i,
      zh_tw: /會長/,
    },
    but: /^errors:30005/,
  },
  anchor: {
    english: /\banchors?\b/i,
    forms: {
      ar: /مضيف/,
      es: /anfitri/i,
      ja: /ライバー/,
      ms: /\bhos\b/i,
      pt: /anfitri/i,
      ru: /ведущ/i,
      zh_tw: /主播/,
    },
  },
  'top-up agent': {
    english: /\btop-up agents?\b/i,
    forms: {
      ar: /وك(يل|لاء) (ال)?شحن/,
      es: /agentes? de recargas/i,
      ja: /チャージ代理店/,
      ms: /ejen tambah nilai/i,
      pt: /agentes? de recarga/i,
      ru: /агент\S* по пополнению/i,
      zh_tw: /儲值代理/,
    },
    // Told to agents, of their own account.
    but: /^told:agentCancelled|^topup-agents:application\.cancelled/,
  },
  tokens: {
    english: /\btokens\b/i,
    forms: {
      ar: /عمل(ة|ات|تا)/,
      es: /tokens/i,
      ja: /トークン/,
      ms: /token/i,
      pt: /tokens/i,
      ru: /токен/i,
      zh_tw: /代幣/,
    },
    but: /^topup-agents:(sell\.(fill|lost)|bank\.about)/,
  },
  stock: {
    english: /\bstock\b/i,
    forms: { ar: /مخزون/, es: /existencias/i, ja: /在庫/, ms: /stok/i, pt: /estoque/i, ru: /запас/i, zh_tw: /庫/ },
  },
  bonus: {
    english: /\bbonus\b/i,
    forms: {
      ar: /أرباح/,
      es: /ganancias/i,
      ja: /報酬/,
      ms: /pendapatan/i,
      pt: /ganhos/i,
      ru: /заработ/i,
      zh_tw: /收益/,
    },
    // A picture has room for *points* alone.
    but: /^evening:share\.bonus/,
  },
  settlement: {
    english: /\bsettlements?\b/i,
    forms: {
      ar: /تسوي/,
      es: /liquidaci/i,
      ja: /精算/,
      ms: /penyelesaian/i,
      pt: /fechamento/i,
      ru: /расчёт/i,
      zh_tw: /結算/,
    },
  },
  payslip: {
    english: /\bpayslips?\b/i,
    forms: {
      ar: /قسيم/,
      es: /recibos? de pago/i,
      ja: /支払明細/,
      ms: /slip gaji/i,
      pt: /recibos? de pagamento/i,
      ru: /расчётн\S+ лист/i,
      zh_tw: /工資單/,
    },
  },
  dispute: {
    english: /\bdisput(e[sd]?|ing)\b/i,
    forms: { ar: /عت?ر(ا)?ض/, es: /recla/i, ja: /異議/, ms: /banta/i, pt: /contest/i, ru: /спор|спар/i, zh_tw: /異議/ },
  },
  payout: {
    english: /\bpayouts?\b(?! (accounts?|method))/i,
    forms: { ar: /سحب|سحوب/, es: /retir/i, ja: /出金/, ms: /pengeluaran/i, pt: /saque/i, ru: /выплат/i, zh_tw: /提現/ },
    but: /^guilds:payout\.ofRequest/,
  },
  'payout account': {
    english: /\bpayout accounts?\b/i,
    forms: {
      ar: /حساب(ات)? (ال)?دفع|حساب(ات)? دفعك/,
      es: /cuentas? de cobro/i,
      ja: /受取口座/,
      ms: /akaun bayaran/i,
      pt: /contas? de recebimento/i,
      ru: /сч[её]т\S* для выплат/i,
      zh_tw: /收款帳戶/,
    },
  },
  'valid day': {
    english: /\bvalid days?\b/i,
    forms: {
      ar: /محتسب/,
      es: /días? válidos?/i,
      ja: /有効日/,
      ms: /hari sah/i,
      pt: /dias? válidos?/i,
      ru: /за(чётн|сч)/i,
      zh_tw: /有效天/,
    },
  },
}

const files = import.meta.glob<Tree>('../../../contract/texts/*/*.json', { import: 'default', eager: true })
const flat = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [[path + key, text] as [string, string]] : flat(text, `${path}${key}.`),
  )
const textsIn = (language: string): Map<string, string> =>
  new Map(
    Object.entries(files)
      .filter(([file]) => file.startsWith(`../../../contract/texts/${language}/`))
      .flatMap(([file, tree]) => flat(tree, `${file.split('/').at(-1)!.replace('.json', '')}:`)),
  )
const english = textsIn('en')
const isOutsiders = (language: Language): language is Outsiders => !staffLanguages.some((staffs) => staffs === language)
const outsiders = languages.filter(isOutsiders)

const section = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8').split(
  '## In the languages of outsiders',
)[1]!
const [heading = [], , ...rows] = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const names: PerOutsiders<string> = {
  ar: 'Arabic',
  es: 'Spanish',
  ja: 'Japanese',
  ms: 'Malay',
  pt: 'Portuguese',
  ru: 'Russian',
  zh_tw: 'Traditional Chinese',
}

test('the glossary has the words that are held', () => {
  expect(rows.map(([term]) => term)).toEqual(Object.keys(terms))
  for (const [term = '', ...words] of rows)
    for (const language of outsiders)
      expect(words[heading.indexOf(names[language]) - 1], `${term} in ${language}`).toMatch(
        terms[term]!.forms[language],
      )
})

describe.each(outsiders)('%s', (language) => {
  const texts = [...textsIn(language)].map(([key, text]) => {
    const model = english.get(key) ?? english.get(key.replace(/_(zero|one|two|few|many|other)$/, '_other')) ?? ''
    // Vowel signs are optional in Arabic.
    return { key, text: text.replace(/[\u064b-\u0652]/g, ''), model: model.replaceAll(/\{\{\w+\}\}/g, '') }
  })

  test.each(Object.entries(terms))('“%s” is called by its word', (_, { english: word, forms, but }) => {
    const said = texts.filter(({ key, model }) => word.test(model) && !but?.test(key))
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter(({ text }) => !forms[language].test(text)).map(({ key, text }) => `${key}: ${text}`)).toEqual([])
  })
})
