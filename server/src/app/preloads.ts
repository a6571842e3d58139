// Preload links, named in the page itself: the browser fetches all files at once instead of one layer after another.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** As written by the web build: files by a page's path, by a path prefix (`/user/detail/`), and for all other pages. */
const preloads = z.object({ signedIn: z.array(z.string()), pages: z.record(z.string(), z.array(z.string())) })

function filesOf({ signedIn, pages }: z.output<typeof preloads>, address: string): readonly string[] {
  const path = address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
  const exact = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (exact) return exact
  const start = Object.keys(pages).find((page) => page.endsWith('/') && path.startsWith(page))
  return (start && pages[start]) || signedIn
}

const link = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/** The preload links of a page at `address`, as HTML; none if the build wrote no list. */
export async function preloadsOf(directory: string, address: string): Promise<string> {
  const written = await readFile(`${directory}/preloads.json`, 'utf8').catch(() => null)
  if (written === null) return ''
  return filesOf(preloads.parse(JSON.parse(written)), address)
    .map(link)
    .join('\n    ')
}
