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

/**
 * Screens other than plain lists, by weight limit: charts, desks, walls and forms. Those of some 345 KB share a part with forms and so
 * fetch the forms' layer: to be split.
 */
const heavier: Record<string, { files: number; kilobytes: number }> = {
  '/audit/quality': { files: 23, kilobytes: 354 },
  '/audit/report': { files: 23, kilobytes: 364 },
  '/data/calls': { files: 18, kilobytes: 348 },
  '/data/live': { files: 18, kilobytes: 348 },
  '/data/match': { files: 18, kilobytes: 348 },
  '/data/newMen': { files: 18, kilobytes: 348 },
  '/data/newWomen': { files: 18, kilobytes: 348 },
  '/data/oldMen': { files: 18, kilobytes: 348 },
  '/data/oldWomen': { files: 18, kilobytes: 348 },
  '/data/overall': { files: 18, kilobytes: 348 },
  '/data/retention': { files: 17, kilobytes: 347 },
  '/finance/usdtIn': { files: 16, kilobytes: 347 },
  '/finance/usdtOut': { files: 15, kilobytes: 345 },
  '/finance/withdraw': { files: 17, kilobytes: 352 },
  '/live/monitor': { files: 19, kilobytes: 357 },
  '/official/activity': { files: 20, kilobytes: 348 },
  '/official/advert': { files: 20, kilobytes: 348 },
  '/official/banner': { files: 20, kilobytes: 348 },
  '/official/message': { files: 12, kilobytes: 243 },
  '/sys/bridge': { files: 18, kilobytes: 352 },
}
/** A list. The aims are 12 files and 230 KB. Lower it with every gain. */
const ofList = { files: 18, kilobytes: 236 }

test('the log-in page stays below 120 KB, texts included', () => {
  const { files, kilobytes } = weigh('/login', [preloads.texts['base'], preloads.texts['access']])
  // The aim is 120.
  expect(kilobytes).toBeLessThanOrEqual(120.5)
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
