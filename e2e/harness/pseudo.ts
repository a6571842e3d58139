// A language that nobody reads: English with accents, two fifths longer. A text that stands on a screen without accents was not translated;
// one that is cut would be cut in a language with longer words. It is made of the built texts on their way to the browser: the product has
// no such language.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'

const plain = 'abcdefghijklmnopqrstuvwxyz'
const accents = 'áƀçďéƒğĥíĵķĺɱńóƥɋŕšťúṽŵẋýž'
const letters = new Map([...plain].flatMap((letter, at) => {
  const accented = [...accents][at]!
  return [
    [letter, accented],
    [letter.toUpperCase(), accented.toUpperCase()],
  ]
}))

const longer = (word: string) => word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase()

/** A text in the pseudo-language; `{{values}}`, `$t(…)` and tags stay. */
export const inPseudo = (text: string): string =>
  text
    .split(/(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(/[A-Za-z]+/g, (word) => longer(word).replace(/./g, (letter) => letters.get(letter) ?? letter)),
    )
    .join('')

type Tree = { readonly [key: string]: string | Tree }

const translated = (tree: string | Tree): string | Tree =>
  typeof tree === 'string'
    ? inPseudo(tree)
    : Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, translated(value)]))

/** A file of texts with its texts translated; undefined for any other file. */
async function inPseudoFile(source: string): Promise<string | undefined> {
  if (!source.startsWith('var ') || /\p{Script=Han}/u.test(source)) return undefined
  const texts = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Tree
  const exported = Object.entries(texts).map(([name, tree], at) => ({ name, at, tree: JSON.stringify(translated(tree)) }))
  const named = exported.map(({ name, at }) => `t${at} as ${JSON.stringify(name)}`)
  return `${exported.map(({ at, tree }) => `var t${at}=${tree};`).join('')}export{${named.join()}}`
}

const texts = join(import.meta.dirname, '..', '..', 'contract', 'texts', 'en')
const rooms = readdirSync(texts).map((file) => file.replace('.json', ''))
/** The built files of texts are named by their rooms; three are in one file. */
const textFile = new RegExp(`/assets/(?:en|${rooms.join('|')})-[\\w-]{8}\\.js$`)

export type Pseudo = {
  /** Whether the server has sent this text, alone or within a longer one. */
  hasSent(text: string): boolean
}

/** Draws what the page shows from now on in the pseudo-language. */
export async function drawInPseudo(page: Page): Promise<Pseudo> {
  const sent = new Set<string>()
  const keep = (value: unknown): void => {
    if (typeof value === 'string') sent.add(value.trim())
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) keep(one)
  }
  const reading: Promise<void>[] = []
  page.on('response', (response: Response) => {
    if (!new URL(response.url()).pathname.startsWith('/cms/')) return
    // The answer of a page that was left can't be read.
    reading.push(response.json().then(keep, () => undefined))
  })
  await page.route(textFile, async (route) => {
    const response = await route.fetch()
    const body = await inPseudoFile(await response.text())
    await route.fulfill(body === undefined ? { response } : { response, body })
  })
  return { hasSent: (text) => sent.has(text) || [...sent].some((one) => one.includes(text)) }
}

export type Drawn = { texts: string[]; cut: string[] }

/** What the page shows: its texts, and those that are cut with nothing that says them whole. Runs in the page. */
export const drawn = (): Drawn => {
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = new Set<string>()
  const holders = new Set<Element>()
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement!
    const text = walker.currentNode.textContent!.trim()
    if (text === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || !shown(element)) continue
    texts.add(text)
    holders.add(element)
  }
  for (const element of document.querySelectorAll('[placeholder], [aria-label], [title]')) {
    if (!shown(element)) continue
    for (const name of ['placeholder', 'aria-label', 'title']) {
      const text = element.getAttribute(name)?.trim()
      if (text) texts.add(text)
    }
  }
  const clips = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const cut = new Set<string>()
  for (const holder of holders) {
    // Hidden from sight, for screen readers: one pixel.
    if (holder.clientWidth === 1) continue
    const around = [holder, holder.parentElement, holder.parentElement?.parentElement].filter((one) => !!one)
    const clipping = around.find((one) => clips(one) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    if (clipping && !holder.closest('[title]') && !clipping.querySelector('[title]'))
      cut.add(`${holder.closest('[role],button,h1,h2,h3,th,td,label')?.tagName ?? ''} ${holder.className}: ${holder.textContent}`)
  }
  return { texts: [...texts], cut: [...cut] }
}
