// What the documents say about the repository is so: the files they name exist, links lead somewhere, packages are the ones in use.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { alarmKeys } from '@greenroom/contract/alarms'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const skipped = new Set(['node_modules', 'data', 'dist', '.git', '.cache', 'coverage'])
/** Every file of the repository below a folder, from the root. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (skipped.has(entry.name)) return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}
const files = filesIn('.')
const known = new Set(files)
const folders = new Set(files.flatMap((path) => ancestors(path)))
function ancestors(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const documents = files.filter((path) => path.endsWith('.md'))
/** Documents that say what is; `bench/history/` and the changelog say what was. */
const current = documents.filter((path) => !path.startsWith('bench/history/') && !path.startsWith('CHANGELOG'))
const withoutFences = (text: string) => text.replace(/^```[^]*?^```/gm, '')

test('no line of a document is longer than 160 characters', () => {
  expect(documents.length).toBeGreaterThan(20)
  const long = documents.flatMap((path) =>
    read(path)
      .split('\n')
      .map((line, index) => ({ place: `${path}:${index + 1}`, length: line.length }))
      .filter(({ length }) => length > 160),
  )
  expect(long).toEqual([])
})

/** Words in code style that are files or folders of the repository. */
function namedIn(text: string): string[] {
  const words = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  return words.filter(
    (word) =>
      /^[\w.@/-]+$/.test(word) &&
      !/N{4}|^\/|^\.\.?\//.test(word) &&
      (/\.(tsx?|mjs|sql|css|md)$/.test(word) || /^[\w-]+(\/[\w-]+)*\/$/.test(word)),
  )
}
/** Named in full, or by its last parts: `kit/clock.ts`. */
const isThere = (name: string, all: ReadonlySet<string>) =>
  all.has(name) || [...all].some((path) => path.endsWith(`/${name}`))

test.each(current)('each file and folder that %s names exists', (path) => {
  const missing = namedIn(read(path)).filter((name) =>
    name.endsWith('/') ? !isThere(name.slice(0, -1), folders) : !isThere(name, known),
  )
  expect(missing).toEqual([])
})

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchorsOf = (path: string) =>
  [...withoutFences(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(documents)('links and pictures of %s lead somewhere', (path) => {
  const dead = [...withoutFences(read(path)).matchAll(/(?:\]\(|\bsrc=")([^)\s"]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const to = file === '' ? path : relative(root, join(root, dirname(path), file))
      if (!known.has(to) && !folders.has(to.replace(/\/$/, ''))) return true
      return anchor !== undefined && !anchorsOf(to).includes(anchor)
    })
  expect(dead).toEqual([])
})

test('docs/dependencies.md names each dependency, and no other', () => {
  const packages = ['.', 'contract', 'server', 'web', 'bridge-client', 'simulator', 'e2e', 'bench']
  const used = packages.flatMap((folder) => {
    const file = JSON.parse(read(posix.join(folder, 'package.json'))) as Record<string, Record<string, string>>
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.keys(file[kind] ?? {}))
  })
  const needed = new Set(used.filter((name) => !/^@(greenroom|types)\//.test(name)))
  const listed = [...read('docs/dependencies.md').matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap(([, names = '']) =>
    names.replaceAll('\\', '').split(', '),
  )
  expect(listed.toSorted()).toEqual([...needed].toSorted())
})

test('the notices of third parties are those of the packages in use', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/notices.mjs'), '--check'])
  expect(stdout).toContain('up to date')
})

/** Words for which the screens have others (web/src/i18n/terms.test.ts). Names of menus and buttons stand in italics, codes as code. */
const replaced: readonly { not: RegExp; use: string }[] = [
  { not: /\brecharg(e[sd]?|ing)\b/i, use: 'top-up' },
  { not: /\bsub-agenc(y|ies)\b/i, use: 'sub-guild' },
  { not: /\bsecond member of staff\b/i, use: 'another member of staff' },
  { not: /\bremark\b/i, use: 'note' },
  { not: /\bproof of\b/i, use: 'receipt' },
  { not: /\bin live\b|\bon air\b/i, use: 'live' },
  { not: /\bgrey scale\b/i, use: 'greyscale' },
  { not: /\bwithdraw it\b/i, use: 'cancel' },
  { not: /理由/, use: '原因' },
  { not: /驳回/, use: '拒绝' },
  { not: /回单/, use: '付款凭证' },
  { not: /机审分/, use: '风险分' },
  { not: /谷歌验证码/, use: '动态验证码' },
]
const forStaff = documents.filter((path) => path === 'README.md' || /guide-|glossary/.test(path))

test.each(replaced)('guides say $use as the screens do', ({ not }) => {
  const found = forStaff.flatMap((path) =>
    read(path)
      .replace(/`[^`\n]*`|_[^_\n]+_|\*\*[^*\n]+\*\*|^#.*|\[[^\]]*\]\([^)]*\)/gm, '')
      .split('\n')
      .filter((line) => not.test(line))
      .map((line) => `${path}: ${line}`),
  )
  expect(found).toEqual([])
})

/** Every text of a catalogue: as it stands, the parts of a menu's path, and what stands around a value that is put in. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'string') return Object.values(node as object).flatMap(textsOf)
  return [node, ...node.split(' / '), ...node.split(/\{\{.*?\}\}/).map((part) => part.trim())]
}

/** A menu's row in a migration: its English and its Chinese title. */
const menuRow = /'(?:menu|catalogue)', '\{"en": "([^"]*)", "cn": "([^"]*)"\}'/g
const migrations = files.filter((path) => /^server\/src\/migrations\/\d{4}_\w+\.sql$/.test(path))
const menuTitles = migrations.flatMap((path) =>
  [...read(path).matchAll(menuRow)].map(([, en = '', cn = '']) => ({ en, cn })),
)

test('the titles of menus are known from every migration that adds some', () => {
  const adding = migrations.filter((path) => /insert into access\.menu\b/.test(read(path)))
  expect(adding.length).toBeGreaterThan(4)
  expect(adding.filter((path) => read(path).search(menuRow) < 0)).toEqual([])
  expect(menuTitles).toContainEqual({ en: 'Deletions', cn: '删除与保留' })
})

/** What stands on screens in a language, in small letters: a guide writes a status within a sentence. */
function shownIn(language: 'en' | 'cn'): Set<string> {
  const folder = `contract/texts/${language}`
  const texts = readdirSync(join(root, folder)).flatMap((name) => textsOf(JSON.parse(read(posix.join(folder, name)))))
  return new Set([...texts, ...menuTitles.map((titles) => titles[language])].map((text) => text.toLowerCase()))
}

const guides = documents.filter((path) => /^docs\/guide-[a-z-]+\.md$/.test(path))
const chineseOf = (path: string) => path.replace(/\.md$/, '.cn.md')

/** Guides quote what stands on a screen: in italics in English, in quotation marks in Chinese. */
const quoted = { en: /(?<!\w)_([^_\n]+)_(?!\w)/g, cn: /“([^”]*)”/g }

test.each(
  guides.flatMap((path) => [
    { path, language: 'en' as const },
    { path: chineseOf(path), language: 'cn' as const },
  ]),
)('what $path quotes stands on a screen', ({ path, language }) => {
  const shown = shownIn(language)
  const quotes = [...withoutFences(read(path)).matchAll(quoted[language])].flatMap(([, text = '']) =>
    text.split(/ \/ | → /),
  )
  expect(quotes.length).toBeGreaterThan(3)
  expect(quotes.filter((text) => !shown.has(text.toLowerCase()))).toEqual([])
})

test.each(current.filter((path) => !path.endsWith('.cn.md')))(
  'menus that %s leads through are those of the sidebar',
  (path) => {
    const shown = shownIn('en')
    const text = withoutFences(read(path)).replaceAll(/\s+/g, ' ')
    const steps = [...text.matchAll(/(?<![\w`])_([A-Z][^_`]* → [^_`]+)_(?!\w)/g)].flatMap(([, to = '']) =>
      to.split(' → '),
    )
    expect(steps.filter((name) => !shown.has(name.toLowerCase()))).toEqual([])
  },
)

/** Where a link of a guide leads, in the words of the English one: other guides by role, pictures by name, headings by their place. */
function targetOf(link: string, from: string): string {
  const [file = '', anchor] = link.split('#')
  const to = file === '' ? from : relative(root, join(root, dirname(from), file))
  const name = to.replace(/\.cn\.(md|png)$/, '.$1').replace(/\.en\.png$/, '.png')
  return anchor === undefined ? name : `${name}#${anchorsOf(to).indexOf(anchor)}`
}

/** What a guide says whatever its language, by heading: links, code, figures, how many points and rows. */
function outlineOf(path: string) {
  const links = /(?:\]\(|\bsrc=")([^)\s"]+)[)"]/g
  return read(path)
    .split(/^(?=#)/m)
    .map((section) => {
      const code = [...section.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
      const prose = section
        .replace(/`[^`\n]+`/g, '')
        .replace(links, '')
        .replace(/^\d+\. /gm, '- ')
      return {
        level: /^#*/.exec(section)![0].length,
        links: [...section.matchAll(links)].map(([, link = '']) => targetOf(link, path)).toSorted(),
        code: code.toSorted(),
        figures: (prose.match(/\d[\d.,:]*\d|\d/g) ?? []).toSorted(),
        points: section.match(/^(-|\d+\.) /gm)?.length ?? 0,
        rows: section.match(/^\|/gm)?.length ?? 0,
      }
    })
}

test.each([...guides, 'CHANGELOG.md'])('%s says the same in Chinese', (path) => {
  expect(known).toContain(chineseOf(path))
  expect(outlineOf(chineseOf(path))).toEqual(outlineOf(path))
})

test('each guide is named in the README, in both languages', () => {
  expect(guides.length).toBeGreaterThan(5)
  const named = new Set([...read('README.md').matchAll(/\]\((docs\/guide-[^)#]+)/g)].map(([, to = '']) => to))
  expect([...named].toSorted()).toEqual(guides.flatMap((path) => [path, chineseOf(path)]).toSorted())
})

test('each guide has a picture', () => {
  expect(guides.filter((path) => !/pictures\/[a-z]+\.en\.png/.test(read(path)))).toEqual([])
})

const manual = read('docs/operating.md')
const sectionsOf = (text: string, level: string) =>
  text
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { title, body: lines.join('\n') }
    })
const partOf = (title: string) => sectionsOf(manual, '##').find((one) => one.title === title)?.body ?? ''
const runbooks = sectionsOf(partOf('Runbooks'), '###')

test('each runbook says what one sees, checks and does, when it is over, and what has proved it', () => {
  expect(runbooks.length).toBeGreaterThan(20)
  const parts = ['See', 'Check', 'Do', 'Over', 'Proved']
  const lacking = runbooks.flatMap(({ title, body }) =>
    parts.filter((part) => !body.includes(`- **${part}**`)).map((part) => `${title}: ${part}`),
  )
  expect(lacking).toEqual([])
})

test('what one sees leads to a runbook, as do all alarms but those about money on chains', () => {
  const anchors = new Set(runbooks.map(({ title }) => anchorOf(title)))
  const linked = new Set([...partOf('What do you see?').matchAll(/\]\(#([^)]*)\)/g)].map(([, to = '']) => to))
  expect([...linked].filter((to) => !anchors.has(to) && to !== 'alarms')).toEqual([])
  const described = sectionsOf(partOf('Alarms'), '###').map(({ title, body }) => ({
    key: title.replace('Alarm: ', ''),
    leads: [...body.matchAll(/\]\(#([^)]*)\)/g)].some(([, to = '']) => anchors.has(to)),
  }))
  expect(described.map(({ key }) => key).toSorted()).toEqual([...alarmKeys].toSorted())
  expect(described.filter(({ leads }) => !leads).map(({ key }) => key)).toEqual([
    'usdtOutflows',
    'usdtVanished',
    'usdtUnmatched',
  ])
})

test('the commands of the manual are scripts of the package, with settings that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...manual.matchAll(/npm run ([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const given = [...manual.matchAll(/\b([A-Z][A-Z\d]*_[A-Z\d_]+)=/g)].map(([, name = '']) => name)
  expect(given.length).toBeGreaterThan(5)
  const settings = read('server/src/config.ts')
  const isSetting = (name: string) => new RegExp(`^  ${name.replace(/_FILE$/, '')}: `, 'm').test(settings)
  expect(given.filter((name) => !isSetting(name))).toEqual([])
})
