// Writes the notices of the packages that run in production: THIRD-PARTY-NOTICES (all) and web/public/notices.txt (those in the browser).
// `node scripts/notices.mjs`, after a change of dependencies; with `--check` it only says whether they are up to date. No network.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from './lib/paths.mjs'
import { giveUp, print } from './lib/print.mjs'

const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))

const files = [
  { path: at('THIRD-PARTY-NOTICES'), roots: ['', 'contract', 'server', 'web', 'bridge-client', 'simulator'] },
  { path: at('web', 'public', 'notices.txt'), roots: ['contract', 'web'] },
]
const stale = files.filter(({ path, roots }) => {
  const text = noticesOf(roots)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  return true
})
if (stale.length > 0 && process.argv.includes('--check'))
  giveUp(`Out of date: ${stale.map(({ path }) => path).join(', ')}. Run node scripts/notices.mjs.`)
print(stale.length === 0 ? 'The notices are up to date.' : `Written: ${stale.map(({ path }) => path).join(', ')}`)

/** Packages with one licence text share it. */
function noticesOf(roots) {
  const byText = new Map()
  for (const place of reachedFrom(roots)) {
    const text = textOf(place)
    byText.set(text, [...(byText.get(text) ?? []), place])
  }
  const parts = [...byText].map(([text, places]) => {
    const names = places.map((place) => `${nameOf(place)} ${packages[place].version} (${licenceOf(place)})`)
    return `${names.toSorted().join('\n')}\n\n${text}`
  })
  const line = `\n\n${'-'.repeat(80)}\n\n`
  return `Packages of third parties in Greenroom, and their licences.${line}${parts.toSorted().join(line)}\n`
}

/** The places in the lock file of all that the workspaces need at run time. */
function reachedFrom(roots) {
  const reached = new Set()
  const waiting = roots.flatMap((root) => neededBy(root))
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    waiting.push(...neededBy(place))
  }
  return [...reached].filter((place) => packages[place].link !== true && place.includes('node_modules/'))
}

function neededBy(place) {
  const { dependencies, optionalDependencies, peerDependencies, resolved, link } = packages[place]
  if (link) return [resolved]
  const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })
  return names.map((name) => placeOf(name, place)).filter((found) => found !== undefined)
}

/** As Node looks for it: in the package's own folder, then in those above. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (place in packages) return place
    if (folder === '') return undefined
  }
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function licenceOf(place) {
  const { license } = packages[place]
  if (license !== undefined) return license
  return packageFile(place)?.license ?? 'see its text'
}

function packageFile(place) {
  const file = at(place, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Of builds for single platforms, only the name: not every machine has them. */
function textOf(place) {
  const { os, cpu, libc, optional } = packages[place]
  if (os !== undefined || cpu !== undefined || libc !== undefined)
    return 'Builds for single platforms. Their texts come with the packages themselves.'
  if (!existsSync(at(place))) {
    if (optional) return 'Optional. Their texts come with the packages themselves.'
    giveUp(`${place} is not installed.`)
  }
  const texts = readdirSync(at(place), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(at(place, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0 ? 'No text in the package: the licence named above.' : texts.join('\n\n')
}
