// A language that nobody reads: English with accents, two fifths longer. A text that stands on a screen without accents was not translated;
// one that is cut would be cut in a language with longer words. It is made of the built texts on their way to the browser: the product has
// no such language.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const plain = 'abcdefghijklmnopqrstuvwxyz'.split('')
const accents = 'áƀçďéƒğĥíĵķĺɱńóƥɋŕšťúṽŵẋýž'.split('')
const letters = new Map(
  plain.flatMap((letter, at) => {
    const accented = accents[at]!
    return [
      [letter, accented],
      [letter.toUpperCase(), accented.toUpperCase()],
    ]
  }),
)

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

const isTree = (value: unknown): value is string | Tree =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && Object.values(value).every(isTree))

/** A file of texts with its texts translated; undefined for any other file, such as code that is named like a room's texts. */
async function inPseudoFile(source: string): Promise<string | undefined> {
  if (!source.startsWith('var ') || /\p{Script=Han}/u.test(source)) return undefined
  const texts: unknown = { ...((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as object) }
  if (!isTree(texts)) return undefined
  const exported = Object.entries(texts).map(([name, tree], at) => ({
    name,
    at,
    tree: JSON.stringify(translated(tree)),
  }))
  const named = exported.map(({ name, at }) => `t${at} as ${JSON.stringify(name)}`)
  return `${exported.map(({ at, tree }) => `var t${at}=${tree};`).join('')}export{${named.join()}}`
}

/** The texts of reasons stand in both languages in one file. */
const inPseudoReasons = (source: string): string =>
  source.replace(/:`([^`]*)`/g, (whole, text: string) =>
    /\p{Script=Han}/u.test(text) ? whole : `:\`${inPseudo(text)}\``,
  )

const texts = join(import.meta.dirname, '..', '..', 'contract', 'texts', 'en')
const rooms = readdirSync(texts).map((file) => file.replace('.json', ''))
/** The built files of texts are named by their rooms; three are in one file. */
const textFile = new RegExp(`/assets/(?:base\\.en|${rooms.join('|')})-[\\w-]{8}\\.js$`)

/**
 * Texts that are the same in every language: the product's name, languages by their own names, networks of USDT, keys as they are printed
 * on keyboards.
 */
const inEveryLanguage =
  /^(Greenroom|English|Español|Português|Bahasa Melayu|CN|EN|[ET]RC20|Ctrl \+ Enter|(Ctrl|Shift|[A-Z])( [A-Z])?)$/
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Names and times that the browser says in the reader's language: it has every one that we may add. */
const ofTheBrowser = new Set(
  plain.flatMap((first) => plain.map((second) => countries.of((first + second).toUpperCase()))),
)
const time = /^(in )?[\d.,]+ (sec|min|hr|second|minute|hour|day|week|month|year)s?( ago)?$/
/** Units are written alike everywhere. */
const amount = /^[-−+]?[\d.,]+ (USDT?|TRX|ETH|bp|B|KB|MB|GB)$/
const isTranslated = (text: string) =>
  text
    .toLowerCase()
    .split('')
    .some((letter) => accents.includes(letter))
const isSaid = (text: string) =>
  inEveryLanguage.test(text) || amount.test(text) || time.test(text) || ofTheBrowser.has(text)

export type Pseudo = {
  /** The texts of ours that a page, or what is open above it, shows without accents, and those that are cut. */
  faultsIn(page: Page, within?: string): Promise<string[]>
}

/** Draws what the page loads from now on in the pseudo-language. */
export async function drawInPseudo(page: Page): Promise<Pseudo> {
  const sent = new Set<string>()
  const keep = (value: unknown): void => {
    if (typeof value === 'string') sent.add(value.trim())
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) keep(one)
  }
  const answers: Promise<void>[] = []
  // Of what was read to its end: an answer whose body nobody reads never ends.
  page.on('requestfinished', (request) => {
    const read = async () => {
      const response = await request.response()
      if (response?.headers()['content-type']?.includes('json')) keep(await response.json())
    }
    // The answer to a page that was left can't be read.
    answers.push(read().catch(() => undefined))
  })
  await page.route(textFile, async (route) => {
    const response = await route.fetch()
    const body = await inPseudoFile(await response.text())
    await route.fulfill(body === undefined ? { response } : { response, body })
  })
  await page.route(/\/assets\/reasonTexts-[\w-]{8}\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: inPseudoReasons(await response.text()) })
  })
  /** Names, notes and codes of the server stand on the screen as they are, alone or several with signs between them or an id in brackets. */
  const isSent = (text: string) =>
    text
      .split(/ [·–/] |…|, |: | \(|\)/)
      .every(
        (part) => !hasWords.test(part) || isSaid(part) || sent.has(part) || [...sent].some((one) => one.includes(part)),
      )
  return {
    async faultsIn(shown, within = 'body') {
      const { texts, cut } = await shown.evaluate(drawn, within)
      await Promise.all(answers.splice(0))
      return [
        ...texts
          .filter((text) => hasWords.test(text) && !isTranslated(text) && !isSaid(text) && !isSent(text))
          .map((text) => `not translated: ${text}`),
        // What the server sent is data: a name may be longer than its place.
        ...cut.filter(isTranslated).map((text) => `cut: ${text}`),
      ]
    },
  }
}

const hasWords = /[A-Za-z]{2}/

/** What a page shows inside the elements: its texts, and those that are cut with nothing that says them whole. Runs in the page. */
function drawn(within: string): { texts: string[]; cut: string[] } {
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const texts = new Set<string>()
  const holders = new Set<Element>()
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      const text = walker.currentNode.textContent!.trim()
      if (text === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || !shown(element)) continue
      // Such as upgrade notes: written in one language, and marked so.
      if (element.closest('[translate="no"]')) continue
      texts.add(text)
      holders.add(element)
    }
    for (const name of ['placeholder', 'aria-label', 'title'])
      for (const element of root.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name)!.trim()
        if (text !== '' && shown(element)) texts.add(text)
      }
  }
  const isCut = (element: Element) =>
    // What only a screen reader reads is one pixel wide.
    element.clientWidth > 1 &&
    element.scrollWidth > element.clientWidth + 1 &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const saysWhole = (element: Element) => {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    // A text that takes the focus opens with it.
    return element.closest('[title], [tabindex="0"]:not([role])') !== null || element.querySelector('[title]') !== null
  }
  const cut = [...holders].filter((holder) => {
    const around = [holder, holder.parentElement, holder.parentElement?.parentElement]
    const clipping = around.find((element) => element && isCut(element))
    return clipping && !saysWhole(holder)
  })
  return { texts: [...texts], cut: cut.map((holder) => holder.textContent) }
}
