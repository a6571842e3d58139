// Which chunk holds code that few screens share. By default the bundler writes a chunk for each set of screens that share something:
// a list was loaded in up to seventeen files, most below one kilobyte. Here lists come first, since they must be light:
// - code shared by lists of one room goes into that room's chunk;
// - code that one list shares with its dialogs goes into the list's own chunk;
// - code shared by lists of several rooms goes into the layer of all lists.
// No module of a list needs the forms' layer, or the list itself would. A module's users are among those of everything that
// it imports, so imports lead only from a list to its room and from a room to the layer: there are no cycles.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Rolldown } from 'vite'
import { heavier, screenModules, source } from './screens.ts'

type Graph = Rolldown.ChunkingContext
/** The file's name; null leaves a module to the bundler. */
export type Place = string | null

const icons = /node_modules\/@tabler\/icons-react\//
const iconNames = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"]/g
const ours = /\/(web\/src|contract\/src)\//
const apart = /\/theme\/formStyles\.ts$/
const publicPages = /\/rooms\/access\/[A-Z]\w+\.tsx$/
const roomOf = (module: string) => /\/rooms\/([\w-]+)\//.exec(module)?.[1] ?? ''

/** The icons of a module: it names the whole library, of which each icon is a file. */
function iconsOf(module: string): string[] {
  if (!/\/web\/src\/.*\.tsx?$/.test(module)) return []
  return [...readFileSync(module, 'utf8').matchAll(iconNames)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => /^Icon\w+/.exec(name.trim())?.[0] ?? []),
  )
}

/** A module and everything that it imports statically. */
function reach(from: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (!ours.test(id)) continue
    for (const icon of iconsOf(id)) found.add(icon)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Entry points and everything that is imported dynamically. */
function entries(graph: Graph): Set<string> {
  const seen = new Set<string>()
  const found = new Set<string>()
  const waiting = [join(source, 'main.tsx')]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!ours.test(id)) continue
    const info = graph.getModuleInfo(id)
    for (const later of info?.dynamicallyImportedIds ?? []) found.add(later)
    waiting.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []))
  }
  return found
}

/** The chunk of each module that lists share. */
function places(graph: Graph): Map<string, Place> {
  const lists = new Set([...screenModules()].flatMap(([path, module]) => (path in heavier ? [] : [module])))
  const users = new Map<string, string[]>()
  const open = new Set<string>()
  for (const entry of entries(graph))
    for (const id of reach(entry, graph)) {
      const those = users.get(id) ?? []
      if (lists.has(entry)) those.push(entry)
      users.set(id, those)
      if (publicPages.test(entry)) open.add(id)
    }
  const found = new Map<string, Place>()
  for (const [id, those] of users) {
    const rooms = new Set(those.map(roomOf))
    if (rooms.size > 1) found.set(id, 'lists')
    else if (those.length > 1) found.set(id, `room-${[...rooms][0]}`)
    // No public page has a list.
    else if (those[0] && !open.has(id)) found.set(id, `list-${basename(those[0], '.tsx')}-${[...rooms][0]}`)
  }
  return found
}

/** What leaders and agents open first on a phone; it needs neither staff's shell nor the lists. */
const portalEntries = [
  'app/SignedIn.tsx',
  'app/portal/PortalShell.tsx',
  'rooms/access/home/OutsiderHome.tsx',
  'rooms/access/home/LeaderCards.tsx',
  'rooms/access/home/AgentToday.tsx',
  'rooms/topup-agents/sell/SellScreen.tsx',
  'rooms/topup-agents/sell/SellQueue.tsx',
]
const reachOf = (files: readonly string[], graph: Graph) =>
  new Set(files.flatMap((file) => [...reach(join(source, file), graph)]))

type Known = { graph: Graph; places: Map<string, Place>; portal: Set<string>; core: Set<string>; shell: Set<string> }
let known: Known | undefined
function knownOf(graph: Graph): Known {
  if (known?.graph !== graph)
    known = {
      graph,
      places: places(graph),
      portal: reachOf(portalEntries, graph),
      core: reachOf(['app/SignedIn.tsx'], graph),
      shell: reachOf(['app/shell/Shell.tsx'], graph),
    }
  return known
}
const keyOf = (id: string) => (icons.test(id) ? (/(Icon\w+)\.mjs$/.exec(id)?.[1] ?? id) : id)

/**
 * What leaders' and agents' first screens share with the lists or with staff's shell: the layer below both, so that they load only this.
 *
 * @param isOfLists a module of the lists' or the shell's layer
 * @param isApart a module that no layer takes, however many share it
 */
export function isCore(
  id: string,
  graph: Graph,
  isOfLists: (id: string) => boolean,
  isApart: (id: string) => boolean,
): boolean {
  if (!ours.test(id) && !icons.test(id)) return false
  const { portal, core, shell, places: placed } = knownOf(graph)
  const key = keyOf(id)
  const isShared = shell.has(key) || isOfLists(id) || (placed.get(key) === 'lists' && !isApart(id))
  return core.has(key) || (portal.has(key) && isShared)
}

/** A module of leaders' and agents' first screens. */
export const isOfPortal = (id: string, graph: Graph): boolean => knownOf(graph).portal.has(id)

/** The chunk of a module that lists share; null for all others. */
export function placeOfShared(id: string, graph: Graph): Place {
  // The styles of forms are loaded with the forms.
  if (apart.test(id)) return null
  return knownOf(graph).places.get(keyOf(id)) ?? null
}
