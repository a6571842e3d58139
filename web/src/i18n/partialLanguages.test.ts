// The seven languages of outsiders have all that guild leaders, top-up agents and visitors see (`outsiderTexts.ts`), and nothing else.

import { languages, staffLanguages, tagOf } from '@greenroom/contract/languages'
import { outsidersSee, outsiderTexts } from '@greenroom/contract/outsiderTexts'
import { describe, expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<Tree>('../../../contract/texts/*/*.json', { import: 'default', eager: true })

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  )
const textsOf = (language: string, namespace: string) =>
  new Map(flat(files[`../../../contract/texts/${language}/${namespace}.json`] ?? {}))

const plural = /_(zero|one|two|few|many|other)$/
const baseOf = (key: string) => key.replace(plural, '')
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name))].toSorted((one, other) =>
    one.localeCompare(other),
  )
/** Chinese counts all where the others count the rest, and says of two states that they forbid it (`reasons.test.ts`). */
const saysLess = /^(list:sentences\.more\.\w+|reasons:(member\.guildState|export\.ended))$/

const partial = languages.filter((language) => !staffLanguages.some((staffs) => staffs === language))
const namespaces = Object.keys(outsiderTexts)

test('what outsiders see is named by keys that exist', () => {
  const missing = Object.entries(outsiderTexts).flatMap(([namespace, seen]) => {
    const keys = [...textsOf('en', namespace).keys()]
    const named = [...('only' in seen ? seen.only : []), ...('but' in seen ? seen.but : [])]
    return named
      .filter((start) => !keys.some((key) => key === start || key.startsWith(`${start}.`) || baseOf(key) === start))
      .map((start) => `${namespace}:${start}`)
  })
  expect(missing).toEqual([])
})

describe.each(partial)('%s', (language) => {
  test.each(namespaces)('has every text of %s that outsiders see, with its plurals and placeholders', (namespace) => {
    const english = textsOf('en', namespace)
    const own = textsOf(language, namespace)
    const forms = new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories
    const counted = new Set([...english.keys()].filter((key) => plural.test(key)).map(baseOf))
    const needed = [...english.keys()]
      .filter((key) => outsidersSee(namespace, key))
      .flatMap((key) => (counted.has(baseOf(key)) ? forms.map((form) => `${baseOf(key)}_${form}`) : [key]))
    expect([...own.keys()].toSorted()).toEqual([...new Set(needed)].toSorted())
    for (const [key, text] of own) {
      expect(text, key).not.toBe('')
      if (saysLess.test(`${namespace}:${key}`) && language === 'zh_tw') continue
      const model = english.get(key) ?? english.get(`${baseOf(key)}_other`) ?? ''
      // A form for one thing may leave its number out.
      expect(placeholders(model), key).toEqual(expect.arrayContaining(placeholders(text)))
      if (!plural.test(key)) expect(placeholders(text), key).toEqual(placeholders(model))
    }
  })

  test('what was translated is not the English text', () => {
    const same = namespaces.flatMap((namespace) => {
      const english = textsOf('en', namespace)
      return [...textsOf(language, namespace)].filter(([key, text]) => text.length > 24 && english.get(key) === text)
    })
    expect(same.filter(([, text]) => !/^[^\p{L}]*(greenroom|\{\{)/iu.test(text))).toEqual([])
  })
})
