// Exported files use the same texts as the screens.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { purposeWord } from '../../ledger/index.ts'
import { currencyWord, kindWord, phaseWord } from './words.ts'

type Texts = Record<string, string>
type Screen = { options: { kind: Texts; phase: Texts; currency: Texts }; purposes: Texts; inUsd: string }

const screenOf = (language: string): Screen =>
  JSON.parse(
    readFileSync(new URL(`../../../../contract/texts/${language}/flow.json`, import.meta.url), 'utf8'),
  ) as Screen

test.each(['en', 'cn'] as const)(
  'kinds, steps, currencies and accounts are called as on the screens, in %s',
  (language) => {
    const { options, purposes, inUsd } = screenOf(language)
    for (const [key, text] of Object.entries(options.kind)) {
      const kind = key.replaceAll('_', '.')
      expect(kindWord(kind, language)).toBe(text)
      expect(kindWord(`${kind}.usd`, language)).toBe(inUsd.replace('{{kind}}', text))
    }
    for (const [phase, text] of Object.entries(options.phase)) expect(phaseWord(phase, language)).toBe(text)
    for (const [currency, text] of Object.entries(options.currency)) expect(currencyWord(currency, language)).toBe(text)
    for (const [key, text] of Object.entries(purposes))
      expect(purposeWord(key.replaceAll('_', '.'), language)).toBe(text)
  },
)

test('a code without a text is written unchanged', () => {
  expect(kindWord('raffle', 'cn')).toBe('raffle')
})
