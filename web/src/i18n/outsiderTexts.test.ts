// What leaders, agents, users of the app and those who are shown a receipt read stands in all nine languages.
import { languages } from '@greenroom/contract/languages'
import { describe, expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<Tree>('../../../contract/texts/*/{app,evening,join,receipt}.json', {
  import: 'default',
  eager: true,
})
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : flat(text, `${path}${key}.`),
  )
const namesOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted((one, other) => one.localeCompare(other))
const english = Object.entries(files).filter(([path]) => path.includes('/en/'))

describe.each(english)('%s', (path, tree) => {
  test.each(languages)('is complete in %s, with its placeholders', (language) => {
    const texts = new Map(flat(files[path.replace('/en/', `/${language}/`)] ?? {}))
    const known = flat(tree)
    expect([...texts.keys()].toSorted()).toEqual(known.map(([key]) => key).toSorted())
    for (const [key, text] of known) {
      expect(texts.get(key), key).not.toBe('')
      expect(namesOf(texts.get(key) ?? ''), key).toEqual(namesOf(text))
    }
  })
})
