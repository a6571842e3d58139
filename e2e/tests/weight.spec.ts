// Page weight: the files a page needs, summed from the build. Bytes and file counts, never time.
import { readFileSync, statSync } from 'node:fs'
import { screens } from '@greenroom/contract/screens'
import { expect, test } from '@playwright/test'

const dist = new URL('../../web/dist', import.meta.url).pathname
/** As `web/build/preloads.ts` writes it. */
type Preloads = Record<'pages' | 'portal', Record<string, readonly string[]>> & {
  texts: { en: Record<string, string> }
}
const preloads: Preloads = JSON.parse(readFileSync(`${dist}/preloads.json`, 'utf8'))

/** As the server sends it. */
function bytesOf(file: string): number {
  const compressed = statSync(`${dist}${file}.br`, { throwIfNoEntry: false })
  return (compressed ?? statSync(`${dist}${file}`)).size
}

/** A page's JavaScript and styles, and other named files, in KB and number of files. */
function weigh(path: string, more: (string | undefined)[] = [], of: 'pages' | 'portal' = 'pages') {
  const files = ['/start.js', ...(preloads[of][path] ?? []), ...more.filter((file) => file !== undefined)]
  return { files: files.length, kilobytes: files.reduce((sum, file) => sum + bytesOf(file), 0) / 1024 }
}

type Weight = { files: number; kilobytes: number }
/** Screens other than plain lists: charts, desks, walls and forms. Lower them with every gain. */
const heavier: Record<string, Weight> = JSON.parse(
  readFileSync(new URL('../../web/build/heavier.json', import.meta.url), 'utf8'),
)
/** The limits of every list; a new room must not make one heavier: `web/build/sharing.ts`. What all pages share names every screen and
 * everybody's own pages (My security, set-up), so each of them costs every list some hundred bytes. */
const ofList: Weight = { files: 16, kilobytes: 234.6 }
/** By how many kilobytes builds of the same sources differ from one folder to another: names of files pack differently. */
const differs = 0.3

/** Its form is in the page itself, which is typed into and sent long before these files are there (`web/public/early.js`). */
test('the log-in page stays below 120.3 KB, texts included', () => {
  const { files, kilobytes } = weigh('/login', [preloads.texts.en['base'], preloads.texts.en['access']])
  expect(kilobytes).toBeLessThanOrEqual(120.3 + differs)
  expect(files).toBeLessThanOrEqual(8)
})

/** What leaders and agents open first, on phones with slow lines. Lower them with every gain. */
const ofPortal: Record<string, Weight> = {
  '/RechargeAgent/sell': { files: 16, kilobytes: 154.5 },
  '/dashboard#agent': { files: 22, kilobytes: 154.5 },
  '/dashboard#leader': { files: 25, kilobytes: 158.5 },
}

test('Sell and Home of leaders and agents stay light: neither staff’s shell nor the lists’ kit is loaded with them', () => {
  for (const [path, may] of Object.entries(ofPortal)) {
    const { files, kilobytes } = weigh(path, [], 'portal')
    expect(kilobytes, path).toBeGreaterThan(100)
    expect(kilobytes, path).toBeLessThanOrEqual(may.kilobytes + differs)
    expect(files, path).toBeLessThanOrEqual(may.files)
    expect(preloads.portal[path]?.filter((file) => /\/(shell|lists|login|parts|forms|modals)-/.test(file))).toEqual([])
  }
})

test('no screen exceeds the limit of its kind', () => {
  const over: string[] = []
  for (const { path } of Object.values(screens)) {
    if (!preloads.pages[path]) continue
    const { files, kilobytes } = weigh(path)
    const may = heavier[path] ?? ofList
    if (files > may.files || kilobytes > may.kilobytes + differs)
      over.push(`${path}: ${files} files, ${kilobytes.toFixed(1)} KB`)
  }
  expect(over).toEqual([])
})

test('no screen waits for the library of reordering', () => {
  const waiting = Object.entries(preloads.pages).filter(([, files]) =>
    files.some((file) => file.startsWith('/assets/reorder-')),
  )
  expect(waiting.map(([path]) => path)).toEqual([])
})

test('no list waits for the form layer', () => {
  const waiting = Object.values(screens)
    .map(({ path }) => path)
    .filter((path) => !(path in heavier))
    .filter((path) => preloads.pages[path]?.some((file) => /\/(forms|formStyles)-/.test(file)))
  expect(waiting).toEqual([])
})
