// Writes `preloads.json`: the scripts and styles that each page is drawn with, by its path. The server names them in the page
// it sends, so that the browser fetches all of them at once instead of one layer after another.
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { screenModules, source } from './screens.ts'

/**
 * `pages` by exact path, or by the beginning of one where it ends in `/`; `signedIn` for every other address behind the log-in.
 * Paths below the site's root.
 */
export type Preloads = {
  signedIn: readonly string[]
  pages: Readonly<Record<string, readonly string[]>>
  /** The file of each namespace of the English texts; `base` holds those that every page needs. Read by the test of weights. */
  texts: Readonly<Record<string, string>>
}

const publicPages = ['Register', 'Success', 'Verify', 'GoogleCode']
const pathOfPage = (name: string) => `/${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** The vite plugin. */
export function preloads(): Plugin {
  return {
    name: 'greenroom:preloads',
    apply: 'build',
    // After Vite has taken out the files that hold nothing of their own.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        // The entry's own file holds nothing but imports, and Vite puts those into the page instead.
        const entry = chunks.filter(({ moduleIds }) => moduleIds.includes(join(source, 'main.tsx')))
        const pageOf = (module: string) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
          if (!chunk) this.error(`no file draws ${module}`)
          return chunk
        }
        const filesOf = (roots: readonly Rolldown.OutputChunk[]): string[] => {
          const found = new Set<string>()
          const take = (chunk: Rolldown.OutputChunk) => {
            if (found.has(chunk.fileName)) return
            found.add(chunk.fileName)
            for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
            for (const name of chunk.imports) {
              const next = bundle[name]
              if (next?.type === 'chunk') take(next)
            }
          }
          for (const chunk of roots) take(chunk)
          return [...found].map((file) => `/${file}`)
        }
        const signedIn = [...entry, pageOf(join(source, 'app', 'SignedIn.tsx'))]
        const pages: Record<string, string[]> = {
          '/login': filesOf(entry),
          '/dashboard': filesOf([...signedIn, pageOf(join(source, 'rooms', 'access', 'Home.tsx'))]),
        }
        for (const name of publicPages)
          pages[pathOfPage(name)] = filesOf([...entry, pageOf(join(source, 'rooms', 'access', `${name}.tsx`))])
        pages['/user/detail/'] = filesOf([...signedIn, pageOf(join(source, 'app', 'person', 'PersonPage.tsx'))])
        for (const [path, module] of screenModules()) pages[path] = filesOf([...signedIn, pageOf(module)])
        const texts = chunks.flatMap(({ facadeModuleId, fileName }) => {
          const name = /i18n\/(?:locales\/en\/(\w+)\.json|(base)\/en\.ts)$/.exec(facadeModuleId ?? '')
          return name ? [[name[1] ?? name[2], `/${fileName}`]] : []
        })
        const preloads: Preloads = { signedIn: filesOf(signedIn), pages, texts: Object.fromEntries(texts) }
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
      },
    },
  }
}
