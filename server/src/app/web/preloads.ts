// What a page needs is named in the page itself: the browser fetches all of it at once instead of one layer after another.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const paths = z.record(z.string(), z.string())
/** As written by the web build: by a page's path, by a path prefix (`/user/detail/`), and for all other pages. Home of each portal has a key. */
const preloads = z.object({
  signedIn: z.array(z.string()),
  portal: z.record(z.string(), z.array(z.string())).default({}),
  pages: z.record(z.string(), z.array(z.string())),
  calls: paths.default({}),
  namespaces: z.record(z.string(), z.array(z.string())).default({}),
  texts: z.record(z.string(), paths).default({}),
})
type Preloads = z.output<typeof preloads>

const pathOf = (address: string) => address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
const own = <T>(of: Record<string, T>, key: string): T | undefined => (Object.hasOwn(of, key) ? of[key] : undefined)

/** Whose portal: leaders and agents have shells of their own on phones. */
export type Portal = 'leader' | 'agent'
const keyOf = (path: string, portal: Portal | undefined) =>
  portal !== undefined && /^\/(dashboard)?$/.test(path) ? `/dashboard#${portal}` : path

function filesOf(all: Preloads, path: string, portal: Portal | undefined): readonly string[] {
  const { signedIn, pages } = all
  const exact = (portal && own(all.portal, keyOf(path, portal))) ?? own(pages, path)
  if (exact) return exact
  if (portal && all.portal['*']) return all.portal['*']
  const start = Object.keys(pages).find((page) => page.endsWith('/') && path.startsWith(page))
  return (start && pages[start]) || signedIn
}

const link = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const meta = (name: string, content: string) => `<meta name="greenroom:${name}" content="${escaped(content)}">`

/** The files of a screen's texts in each language: `en /a.js /b.js;cn /c.js /d.js`. */
function textsOf({ namespaces, texts }: Preloads, path: string): string {
  // Languages that staff have not have no bundle of the first ones.
  const names = ['others', 'base', 'common', 'errors', 'shell', ...(own(namespaces, path) ?? ['list'])]
  return Object.entries(texts)
    .map(([language, files]) => [language, ...names.map((name) => own(files, name))])
    .map((parts) => parts.filter((part) => part !== undefined).join(' '))
    .join(';')
}

export type PagePreloads = {
  /** For `public/start.js`, which knows the language and whether there is a session: the texts, and the list's request. */
  start: string
  /** The scripts and styles. */
  links: string
}

/**
 * What the page at `address` names, as HTML; nothing if the build wrote no list.
 *
 * @param build as the page says it; not if it is empty
 * @param portal whose shell will be shown, if one of outsiders
 */
export async function preloadsOf(
  directory: string,
  address: string,
  build: string,
  portal?: Portal,
): Promise<PagePreloads> {
  const written = await readFile(`${directory}/preloads.json`, 'utf8').catch(() => null)
  if (written === null) return { start: '', links: '' }
  const all = preloads.parse(JSON.parse(written))
  const path = pathOf(address)
  const call = own(all.calls, path)
  const start = [
    meta('texts', textsOf(all, keyOf(path, portal))),
    ...(call === undefined ? [] : [meta('list', call)]),
    ...(build === '' ? [] : [meta('build', build)]),
  ]
  return { start: start.join('\n    '), links: filesOf(all, path, portal).map(link).join('\n    ') }
}
