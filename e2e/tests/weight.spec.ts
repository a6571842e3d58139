// Page weight: the files a page needs, summed from the build. Bytes and file counts, never a clock.
import { readFileSync, statSync } from 'node:fs'
import { screens } from '@greenroom/contract/screens'
import { expect, test } from '@playwright/test'

const dist = new URL('../../web/dist', import.meta.url).pathname
/** As `web/build/preloads.ts` writes it. */
type Preloads = { pages: Record<string, readonly string[]>; texts: Record<string, string> }
const preloads: Preloads = JSON.parse(readFileSync(`${dist}/preloads.json`, 'utf8'))

/** As the server sends it. */
function bytesOf(file: string): number {
  const compressed = statSync(`${dist}${file}.br`, { throwIfNoEntry: false })
  return (compressed ?? statSync(`${dist}${file}`)).size
}

/** JavaScript and styles of a page, and what else is named, in KB and files. */
function weigh(path: string, more: (string | undefined)[] = []) {
  const files = ['/start.js', ...(preloads.pages[path] ?? []), ...more.filter((file) => file !== undefined)]
  return { files: files.length, kilobytes: files.reduce((sum, file) => sum + bytesOf(file), 0) / 1024 }
}

/** Screens other than plain lists, by weight limit: charts, desks, walls and forms. */
const heavier: Record<string, { files: number; kilobytes: number }> = {
  '/audit/quality': { files: 22, kilobytes: 277 },
  '/audit/report': { files: 21, kilobytes: 285 },
  '/data/board': { files: 25, kilobytes: 275.5 },
  '/data/calls': { files: 21, kilobytes: 271.5 },
  '/data/live': { files: 21, kilobytes: 271.5 },
  '/data/match': { files: 21, kilobytes: 271.5 },
  '/data/newMen': { files: 21, kilobytes: 271.5 },
  '/data/newWomen': { files: 21, kilobytes: 271.5 },
  '/data/oldMen': { files: 21, kilobytes: 271.5 },
  '/data/oldWomen': { files: 21, kilobytes: 271.5 },
  '/data/overall': { files: 21, kilobytes: 271.5 },
  '/data/retention': { files: 20, kilobytes: 270.5 },
  '/finance/usdtIn': { files: 14, kilobytes: 260 },
  '/finance/usdtOut': { files: 16, kilobytes: 272 },
  '/finance/withdraw': { files: 16, kilobytes: 275 },
  '/live/monitor': { files: 18, kilobytes: 281 },
  // The preview's choice of a viewer is a form.
  '/official/activity': { files: 23, kilobytes: 346 },
  '/official/advert': { files: 23, kilobytes: 346 },
  '/official/banner': { files: 23, kilobytes: 346 },
  '/official/message': { files: 13, kilobytes: 260 },
  '/sys/bridge': { files: 17, kilobytes: 280 },
}
/** A list. The aims are 12 files and 230 KB. Lower it with every gain. */
const ofList = { files: 17, kilobytes: 231 }

test('the log-in page stays below 120 KB, texts included', () => {
  const { files, kilobytes } = weigh('/login', [preloads.texts['base'], preloads.texts['access']])
  expect(kilobytes).toBeLessThanOrEqual(120)
  expect(files).toBeLessThanOrEqual(8)
})

test('no screen exceeds the limit of its kind', () => {
  const over: string[] = []
  for (const { path } of Object.values(screens)) {
    if (!preloads.pages[path]) continue
    const { files, kilobytes } = weigh(path)
    const may = heavier[path] ?? ofList
    if (files > may.files || kilobytes > may.kilobytes) over.push(`${path}: ${files} files, ${kilobytes.toFixed(1)} KB`)
  }
  expect(over).toEqual([])
})

test('no list waits for the form layer', () => {
  const waiting = Object.values(screens)
    .map(({ path }) => path)
    .filter((path) => !(path in heavier))
    .filter((path) => preloads.pages[path]?.some((file) => /\/(forms|formStyles)-/.test(file)))
  expect(waiting).toEqual([])
})
