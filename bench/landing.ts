// A served landing page: bytes in every language, requests a second on one core with every visitor counted, and the first
// paint on slow 3G. `node bench/landing.ts [--seconds=10] [--runs=5]`

import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import type { Language } from '@greenroom/contract/languages'
import { newId } from '@greenroom/contract/operationId'
import autocannon from 'autocannon'
import { openBrowser, throttle } from './lib/browser.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { type Running, startProduct } from './lib/process.ts'
import { usedBy } from './lib/processor.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, runs: { type: 'string', default: '5' } },
})
const languages = ['en', 'zh-CN', 'ar', 'es', 'ja', 'ms', 'pt', 'ru', 'zh-TW']
const agent = (n: number) =>
  `Mozilla/5.0 (Linux; Android 15; Phone ${n}) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36`

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  const product = await startProduct(database.url, folder)
  const key = await aPage(product)
  await bytesOf(product, key)
  await rateOf(product, key)
  await paintOf(product, key)
  await product.stop()
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A published page with long texts in all nine languages. */
async function aPage({ url }: Running): Promise<string> {
  const token = await logIn(url)
  const key = `bench-${Date.now().toString(36)}`
  const post = async (path: string, payload: object) => {
    const response = await fetch(url + basePath + path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ operationId: newId(), ...payload }),
    })
    const envelope = (await response.json()) as { code: number; result: { id: number } }
    if (envelope.code !== 200) throw new Error(JSON.stringify(envelope))
    return envelope.result
  }
  const channel = { number: key, name: key, type: 'social', model: 'CPA', priceCents: 0, coefficient: '1.00' }
  const { id: channelId } = await post('/promotion/channel/save', channel)
  let seed = 7
  /** Letters of the word in random order, which compress worse than any text. */
  const letters = (word: string, length: number) =>
    Array.from({ length }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Array.from(word)[seed % Array.from(word).length]
    }).join('')
  const text = (word: string) => ({
    title: letters(word, 79),
    tagline: letters(word, 159),
    points: Array.from({ length: 6 }, () => letters(word, 119)),
    button: letters(word, 29),
    note: letters(word, 399),
  })
  const words: Record<Language, string> = {
    en: 'abcdefghijklmnopqrstuvwxyz',
    cn: '认识新朋友今晚直播间与一对视频通话近在身边远世界免费加入主名证随时可以离开',
    ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
    es: 'abcdefghijklmnñopqrstuvwxyzáéíóú',
    ja: '今夜新しい出会いをライブ配信とビデオ通話近くの人遠くも登録無料本確認済退',
    ms: 'abcdefghijklmnopqrstuvwxyz',
    pt: 'abcdefghijklmnopqrstuvwxyzãõçéêó',
    ru: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    zh_tw: '認識新朋友今晚直播間與一對視訊通話近在身邊遠世界免費加入主名證隨時可以離開',
  }
  const content = {
    template: 'hero',
    accent: '#d6336c',
    background: '#fff5f8',
    texts: Object.fromEntries(Object.entries(words).map(([language, word]) => [language, text(word)])),
    pictures: [],
    links: {
      google: 'https://play.google.com/store/apps/details?id=live.app',
      apple: 'https://apps.apple.com/app/id1',
    },
  }
  const { id } = await post('/promotion/landing/save', { key, name: key, channelId, content })
  await post('/promotion/landing/publish', { id, version: 1, a: 1 })
  // Published pages are read every second.
  for (let tries = 0; tries < 50; tries++) {
    const { status } = await fetch(`${url}/l/${key}`)
    if (status === 200) return key
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the page did not appear')
}

async function bytesOf({ url }: Running, key: string): Promise<void> {
  const sizes = await Promise.all(
    languages.flatMap((language) =>
      ['br', 'gzip'].map(async (encoding) => {
        const { hostname, port } = new URL(url)
        const { request } = await import('node:http')
        const headers = { 'accept-encoding': encoding, 'accept-language': language, 'user-agent': agent(0) }
        const size = await new Promise<number>((resolve, reject) => {
          const sent = request({ hostname, port, path: `/l/${key}`, headers }, (response) => {
            let bytes = 0
            response.on('data', (chunk: Buffer) => (bytes += chunk.length))
            response.on('end', () => resolve(bytes))
          })
          sent.on('error', reject)
          sent.end()
        })
        return { language, encoding, size }
      }),
    ),
  )
  const [largest] = sizes.toSorted((a, b) => b.size - a.size)
  console.log(
    `largest of nine languages, compressed: ${largest!.size} bytes (${largest!.language}, ${largest!.encoding}); aim 14336`,
  )
}

async function rateOf(server: Running, key: string): Promise<void> {
  const requests = Array.from({ length: 2_000 }, (_, n) => ({
    method: 'GET' as const,
    path: `/l/${key}`,
    headers: { 'user-agent': agent(n), 'accept-language': languages[n % languages.length]!, 'accept-encoding': 'br' },
  }))
  const run = (duration: number) => autocannon({ url: server.url, connections: 20, duration, requests })
  await run(3)
  const before = usedBy(server.pid) ?? 0
  const { requests: done, latency, non2xx, errors } = await run(Number(values.seconds))
  if (non2xx + errors > 0) throw new Error(`${non2xx} were no success, ${errors} failed`)
  const spent = ((usedBy(server.pid) ?? 0) - before) / done.total
  console.log(
    `${Math.round(done.average)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms; ` +
      `${spent.toFixed(3)} ms of processor a request: ${Math.round(1_000 / spent)} a second on one core; aim 2000; load ${loadavg()[0]!.toFixed(1)}`,
  )
}

/** A connection like slow 3G: 50 KB/s, one second of latency each way. Chromium's own emulation delays only after the first byte. */
function slowLine(port: number): Promise<Server> {
  const pipe = (from: Socket, to: Socket) => {
    let free = 0
    from.on('data', (chunk) => {
      free = Math.max(free, performance.now()) + chunk.length / 50
      setTimeout(() => to.destroyed || to.write(chunk), free - performance.now() + 1_000)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => setTimeout(() => to.destroy(), 2_000))
  }
  const server = createServer((browser) => {
    const product = connect(port, '127.0.0.1')
    pipe(browser, product)
    pipe(product, browser)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function paintOf({ url }: Running, key: string): Promise<void> {
  const line = await slowLine(Number(new URL(url).port))
  const browser = await openBrowser()
  const times: number[] = []
  for (let run = 0; run < Number(values.runs); run++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, userAgent: agent(run) })
    const page = await context.newPage()
    await throttle(await context.newCDPSession(page), 4)
    await page.goto(`http://127.0.0.1:${(line.address() as AddressInfo).port}/l/${key}`, { waitUntil: 'load' })
    // The page's sandbox runs no script, so nothing waits inside of it.
    let paint: number | null = null
    for (let tries = 0; paint === null && tries < 100; tries++) {
      paint = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const [first] = performance.getEntriesByName('first-contentful-paint')
        return first ? first.startTime - navigation!.responseStart : null
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    times.push(paint ?? Number.NaN)
    await context.close()
  }
  await browser.close()
  line.close()
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `first paint after the first byte, slow 3G, processor 4× slower: ${sorted.map((ms) => Math.round(ms)).join(', ')} ms; aim 1000; load ${loadavg()[0]!.toFixed(1)}`,
  )
}
