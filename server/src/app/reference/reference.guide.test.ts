import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodyOf, guidePage } from './reference.guide.ts'

const folder = new URL('../../../../docs/', import.meta.url)
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3))

test.each(names)('%s is a page whose links lead to pages and headings', (name) => {
  const html = guidePage(name)!('nonce')
  const outside = html.replaceAll(/<(pre|code)>[^]*?<\/\1>/g, '')
  expect(outside).not.toMatch(/\]\(|^#|\*\*|```/m)
  for (const [, address = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
    const [, page = name, anchor] = /^(?:\/docs\/([\w.-]+))?(?:#(.*))?$/.exec(address) ?? [undefined, 'elsewhere']
    if (page === 'elsewhere') expect(address).toMatch(/^https?:\/\//)
    else {
      expect([address, names.includes(page)]).toEqual([address, true])
      if (anchor) expect([address, guidePage(page)!('').includes(` id="${anchor}"`)]).toEqual([address, true])
    }
  }
})

test('what a document holds is text, not HTML', () => {
  expect(bodyOf('a <script> & `<b>`\n')).toBe('<p>a &lt;script&gt; &amp; <code>&lt;b&gt;</code></p>')
  expect(bodyOf('```sh\n# <i> _not_\n```\n')).toBe('<pre># &lt;i&gt; _not_\n</pre>')
})

test('only documents are pages', () => {
  for (const name of ['other', '../package', '..%2fREADME', 'pictures/home', 'api.js', ''])
    expect(guidePage(name)).toBeUndefined()
  expect(readFileSync(new URL('operating.md', folder), 'utf8')).toContain('# ')
})
