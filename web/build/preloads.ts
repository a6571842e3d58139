// Writes `preloads.json`: the scripts, styles and texts that each page needs and the first request of its list, by
// its path. The server names them in the page it sends, so that the browser fetches all of them at once instead of one after another.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages, staffLanguages } from '@greenroom/contract/languages'
import { type MenuKey, screens } from '@greenroom/contract/screens'
import type { Plugin, Rolldown } from 'vite'
import { withoutLists } from '../src/app/withoutLists.ts'
import { firstCalls } from './firstCalls.ts'
import { screenModules, source } from './screens.ts'

/**
 * `pages` by exact path, or by prefix if it ends in `/`; `signedIn` for every other address behind the log-in.
 * Paths below the site's root.
 */
export type Preloads = {
  signedIn: readonly string[]
  /** `pages` of leaders and agents in their own shell; Home of each as `/dashboard#leader` and `/dashboard#agent`, and `*` for the others. */
  portal: Readonly<Record<string, readonly string[]>>
  pages: Readonly<Record<string, readonly string[]>>
  /** The request of a page's list, by its exact path. */
  calls: Readonly<Record<string, string>>
  /** The namespaces of a page's texts besides `base`, by its exact path; every other page needs those of a list. */
  namespaces: Readonly<Record<string, readonly string[]>>
  /** A hash of the contract, without its texts: a page with another one knows other calls. */
  contract: string
  /**
   * The file of each namespace of the texts, by language; `base` holds those that every page needs, and `others` loads the languages that staff
   * have not.
   */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const publicPages = ['Register', 'Success', 'Verify', 'GoogleCode']
const pathOfPage = (name: string) => `/${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** As `src/app/screens.tsx` loads them; Sell also draws its queue with texts of its own. */
const textsOf = (menu: MenuKey): string[] => [
  ...(withoutLists.has(menu) ? [] : ['list']),
  menu.split('.')[0] ?? '',
  ...(menu === 'topup-agents.sell' ? ['evening'] : []),
]

const contract = new URL('../../contract/src/', import.meta.url)

async function contractHash(): Promise<string> {
  const hash = createHash('sha256')
  const files = await readdir(contract, { recursive: true })
  for (const file of files.filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name)).toSorted())
    hash.update(file).update(await readFile(new URL(file, contract)))
  return hash.digest('hex').slice(0, 12)
}

/** The vite plugin. */
export function preloads(): Plugin {
  return {
    name: 'greenroom:preloads',
    apply: 'build',
    // After Vite has removed the files without code of their own.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        // The entry's own file has only imports, and Vite puts those into the page instead.
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
        const access = join(source, 'rooms', 'access')
        const inside = [...entry, pageOf(join(source, 'app', 'SignedIn.tsx'))]
        const signedIn = [...inside, pageOf(join(source, 'app', 'shell', 'Shell.tsx'))]
        const inPortal = [...inside, pageOf(join(source, 'app', 'portal', 'PortalShell.tsx'))]
        const homeWith = (cards: string) =>
          filesOf([...inPortal, ...['OutsiderHome', cards].map((one) => pageOf(`${access}/home/${one}.tsx`))])
        const portal: Record<string, string[]> = {
          '*': filesOf(inPortal),
          '/dashboard#leader': homeWith('LeaderCards'),
          '/dashboard#agent': homeWith('AgentToday'),
        }
        const pages: Record<string, string[]> = {
          '/login': filesOf([...entry, pageOf(join(access, 'Login.tsx'))]),
          '/dashboard': filesOf([...signedIn, pageOf(join(access, 'Home.tsx'))]),
        }
        for (const name of publicPages)
          pages[pathOfPage(name)] = filesOf([...entry, pageOf(join(access, `${name}.tsx`))])
        pages['/user/detail/'] = filesOf([...signedIn, pageOf(join(source, 'app', 'PersonPage.tsx'))])
        for (const [path, module] of screenModules()) {
          pages[path] = filesOf([...signedIn, pageOf(module)])
          if (/\/rooms\/(guilds|topup-agents)\//.test(module)) portal[path] = filesOf([...inPortal, pageOf(module)])
        }
        const others = `/${pageOf(join(source, 'api', 'otherLanguages.ts')).fileName}`
        const textsIn = (language: Language): Record<string, string> => ({
          // What loads the texts of a language that staff have not.
          ...(!staffLanguages.some((staffs) => staffs === language) && { others }),
          ...Object.fromEntries(
            chunks.flatMap(({ facadeModuleId, fileName }) => {
              const file = new RegExp(`(?:contract/texts/${language}/([\\w-]+)\\.json|i18n/(base)\\.${language}\\.ts)$`)
              const name = file.exec(facadeModuleId ?? '')
              return name ? [[name[1] ?? name[2], `/${fileName}`]] : []
            }),
          ),
        })
        const preloads: Preloads = {
          contract: await contractHash(),
          signedIn: filesOf(signedIn),
          portal,
          pages,
          calls: await firstCalls(),
          namespaces: Object.fromEntries([
            ...['/login', ...publicPages.map(pathOfPage)].map((path) => [path, ['access']]),
            ['/dashboard', ['list', 'home']],
            ['/dashboard#leader', ['home', 'evening', 'guilds']],
            ['/dashboard#agent', ['home', 'topup-agents']],
            ...Object.entries(screens).map(([key, { path }]) => [path, textsOf(key as MenuKey)]),
          ]),
          texts: Object.fromEntries(languages.map((language) => [language, textsIn(language)])),
        }
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
      },
    },
  }
}
