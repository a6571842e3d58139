// A landing page as HTML: one renderer for the served page and for the preview beside its editor. Pure. All texts are escaped; there is no
// script, and every link is made by `hrefOf`.
import { directionOf, type Language, tagOf } from './languages.ts'
import type { landingTemplates } from './statesAndKinds.ts'

export type LandingText = { title: string; tagline: string; points: string[]; button: string; note: string }
export type LandingStore = 'apple' | 'google' | 'other'
export type LandingContent = {
  template: (typeof landingTemplates)[number]
  /** Colours, `#rrggbb`. */
  accent: string
  background: string
  /** English is required; others fall back to it, text by text. */
  texts: Partial<Record<Language, Partial<LandingText>>> & { en: LandingText }
  /** File names below the base of uploaded files. */
  pictures: string[]
  links: Partial<Record<LandingStore, string>>
}

const storeNames: Record<LandingStore, string> = { apple: 'App Store', google: 'Google Play', other: 'Download' }

const escaped = (text: string) =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.codePointAt(0)};`).replaceAll('\n', '<br>')

/** Black or white, whichever contrasts with the colour. */
function onColour(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#111' : '#fff'
}

const styleOf = ({ accent, background }: LandingContent) =>
  `*{box-sizing:border-box}body{margin:0;font:17px/1.5 system-ui,sans-serif;background:${background};color:${onColour(background)}}` +
  'main{max-width:1080px;margin:0 auto;padding:28px 20px 48px;display:flex;flex-direction:column;gap:22px}' +
  'h1{font-size:clamp(28px,6vw,46px);line-height:1.15;margin:0}p{margin:0}.t{font-size:19px;opacity:.85}' +
  `ul{margin:0;padding:0;list-style:none;display:grid;gap:8px}li{display:flex;gap:10px}li:before{content:'✓';color:${accent};font-weight:700}` +
  'img{display:block;max-width:100%;height:auto;border-radius:16px}' +
  `.b{display:flex;flex-wrap:wrap;gap:12px}.b a{min-height:52px;padding:13px 26px;border-radius:26px;background:${accent};color:${onColour(accent)};font-weight:600;text-decoration:none}` +
  '.b a+a{background:none;color:inherit;border:1px solid}.n{font-size:13px;opacity:.7}' +
  '.p{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(150px,1fr))}.hero .p img{width:100%}' +
  '@media(min-width:760px){.split main{flex-direction:row;align-items:center}.split section{flex:1}.hero main{text-align:center;align-items:center}.hero ul{text-align:start}}'

export type Rendered = { html: string; style: string }

/** The texts of a language, with English for missing ones. */
export function textIn({ texts }: Pick<LandingContent, 'texts'>, language: Language): LandingText {
  const own = texts[language] ?? {}
  return {
    title: own.title || texts.en.title,
    tagline: own.tagline || texts.en.tagline,
    points: own.points?.length ? own.points : texts.en.points,
    button: own.button || texts.en.button,
    note: own.note || texts.en.note,
  }
}

/** The stores that a page leads to, the visitor's own first. */
export function storesFor({ links }: Pick<LandingContent, 'links'>, platform: string): LandingStore[] {
  const order: LandingStore[] = platform === 'ios' ? ['apple', 'other', 'google'] : ['google', 'apple', 'other']
  const all = order.filter((store) => links[store])
  // A phone only needs its own store.
  const own = platform === 'ios' ? 'apple' : platform === 'android' ? 'google' : undefined
  return own && links[own] ? all.filter((store) => store === own || store === 'other') : all
}

/**
 * @param nonce of the style element, if the embedding page needs one. @returns the page and the text of its style, whose hash goes into the
 * content policy.
 */
export function renderLanding(
  content: LandingContent,
  {
    language,
    platform,
    pictureOf,
    hrefOf,
    nonce = '',
  }: {
    language: Language
    platform: string
    pictureOf: (name: string) => string
    hrefOf: (store: LandingStore) => string
    nonce?: string
  },
): Rendered {
  const text = textIn(content, language)
  const style = styleOf(content)
  const [first, ...rest] = content.pictures
  const picture = (name: string, lazy = true) =>
    `<img src="${escaped(pictureOf(name))}" alt=""${lazy ? ' loading="lazy"' : ''}>`
  const stores = storesFor(content, platform)
  const buttons = stores
    .map((store, at) => {
      const name = at === 0 && text.button ? text.button : storeNames[store]
      return `<a rel="noreferrer" href="${escaped(hrefOf(store))}">${escaped(name)}</a>`
    })
    .join('')
  const words =
    `<h1>${escaped(text.title)}</h1>` +
    (text.tagline ? `<p class="t">${escaped(text.tagline)}</p>` : '') +
    (text.points.length > 0 ? `<ul>${text.points.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>` : '') +
    (buttons ? `<nav class="b">${buttons}</nav>` : '') +
    (text.note ? `<p class="n">${escaped(text.note)}</p>` : '')
  const gallery = (names: readonly string[]) =>
    names.length > 0 ? `<div class="p">${names.map((name) => picture(name)).join('')}</div>` : ''
  const body =
    content.template === 'split'
      ? `<section>${words}</section><section>${first ? picture(first, false) : ''}${gallery(rest)}</section>`
      : content.template === 'hero'
        ? `${first ? picture(first, false) : ''}${words}${gallery(rest)}`
        : `${words}${gallery(content.pictures)}`
  const html =
    `<!doctype html><html lang="${tagOf(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(text.title)}</title>` +
    `<meta name="description" content="${escaped(text.tagline)}"><meta property="og:title" content="${escaped(text.title)}">` +
    (first ? `<meta property="og:image" content="${escaped(pictureOf(first))}">` : '') +
    `<style${nonce ? ` nonce="${escaped(nonce)}"` : ''}>${style}</style></head>` +
    `<body class="${content.template}"><main>${body}</main></body></html>`
  return { html, style }
}
