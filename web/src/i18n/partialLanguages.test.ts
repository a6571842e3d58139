// The seven languages that the specification gives verification-code strings have all of /verify and /googleCode.

import { languages, staffLanguages } from '@greenroom/contract/languages'
import english from '@greenroom/contract/texts/en/access.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'

type Texts = Record<string, Record<string, string>>
const files = import.meta.glob<Texts>(['../../../contract/texts/*/access.json', '!../../../contract/texts/{en,cn}/*'], {
  import: 'default',
  eager: true,
})
const parts = ['code', 'verify', 'reset', 'google'] as const
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)

test('all seven have both pages', () => {
  expect(Object.keys(files)).toHaveLength(languages.length - staffLanguages.length)
})

describe.each(Object.entries(files))('%s', (_, texts) => {
  test.each(parts)('has every text of %s, with its placeholders', (part) => {
    const known: Record<string, string> = english[part]
    expect(Object.keys(texts[part] ?? {}).sort()).toEqual(Object.keys(known).sort())
    for (const [key, text] of Object.entries(texts[part] ?? {})) {
      expect(text, key).not.toBe('')
      expect(placeholders(text), key).toEqual(placeholders(known[key] ?? ''))
    }
  })
})
