// What the portal's worker leaves alone, and what it answers with: run as a browser runs it, with caches and a network of this test.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const code = readFileSync(new URL('../public/portal-worker.js', import.meta.url), 'utf8')
const origin = 'https://greenroom.example'

type Listener = (event: object) => void
let listeners: Record<string, Listener>
let stored: Map<string, Map<string, string>>
let asked: string[]
let network: (url: string) => Response | Promise<Response>

const pathOf = (of: string | { url: string }) => new URL(typeof of === 'string' ? of : of.url, origin).pathname

beforeEach(() => {
  listeners = {}
  stored = new Map()
  asked = []
  network = (url) => new Response(`of the server: ${pathOf(url)}`)
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, string>()
    stored.set(name, cache)
    return {
      addAll: async (all: { url: string }[]) => {
        for (const one of all) cache.set(pathOf(one), `kept: ${pathOf(one)}`)
      },
    }
  }
  const self = {
    location: { origin },
    registration: {},
    clients: { claim: async () => {} },
    skipWaiting: () => {},
    addEventListener: (kind: string, listener: Listener) => (listeners[kind] = listener),
  }
  runInNewContext(code, {
    self,
    URL,
    Response,
    Request: class {
      readonly url: string
      constructor(url: string) {
        this.url = url
      }
    },
    fetch: async ({ url }: { url: string }) => {
      asked.push(pathOf(url))
      return network(url)
    },
    caches: {
      open,
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
      match: async (part: string, { cacheName }: { cacheName: string }) => {
        const text = stored.get(cacheName)?.get(part)
        return text === undefined ? undefined : new Response(text)
      },
    },
  })
})

/** Runs an event to its end. */
async function run(kind: string): Promise<void> {
  const waits: Promise<unknown>[] = []
  listeners[kind]!({ waitUntil: (work: Promise<unknown>) => waits.push(work) })
  await Promise.all(waits)
}

/** What the worker answers with; undefined where it leaves a request to the browser. */
async function answer(url: string, request: { mode?: string; method?: string } = {}): Promise<string | undefined> {
  let given: Promise<Response> | undefined
  listeners['fetch']!({
    request: { url: new URL(url, origin).href, mode: 'navigate', method: 'GET', ...request },
    respondWith: (response: Promise<Response>) => (given = response),
  })
  return given && (await given).text()
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))

test.each([
  '/r/abcdefgh',
  '/j/abcdefgh',
  '/l/latam',
  '/api/x',
  '/app/users',
  '/files/1/picture',
  '/cms/sys/user/info/login',
  '/docs/api',
  '/status',
  '/readyz',
  '/push/',
  '/assets/core-abcdefgh.js',
  '/start.js',
  '/icon.svg',
  '/manifest-agent-ar.json',
  'https://elsewhere.example/dashboard',
])('%s is the browser’s own, with a network and without', async (url) => {
  await run('install')
  expect(await answer(url)).toBeUndefined()
  network = away
  expect(await answer(url)).toBeUndefined()
})

test.each([[{ mode: 'cors' }], [{ mode: 'same-origin' }], [{ method: 'POST' }]])(
  'what is no page that is opened, %j, is the browser’s own',
  async (request) => {
    expect(await answer('/dashboard', request)).toBeUndefined()
  },
)

test('a page comes from the server each time and is kept by nobody, so no old one can meet a newer server', async () => {
  await run('install')
  const before = JSON.stringify([...stored].map(([name, cache]) => [name, ...cache.keys()]))
  for (const path of ['/dashboard', '/RechargeAgent/sell', '/']) {
    expect(await answer(path)).toBe(`of the server: ${path}`)
    network = (url) => new Response(`newer: ${pathOf(url)}`)
    expect(await answer(path)).toBe(`newer: ${path}`)
    network = (url) => new Response(`of the server: ${pathOf(url)}`)
  }
  expect(JSON.stringify([...stored].map(([name, cache]) => [name, ...cache.keys()]))).toBe(before)
  expect(before).toBe('[["portal-offline-1","/offline.html","/offline.js","/offline.css"]]')
})

test('what the server refuses is shown as it is', async () => {
  await run('install')
  network = () => new Response('being updated', { status: 503 })
  expect(await answer('/dashboard')).toBe('being updated')
})

test('without a network its own page is shown, with its parts', async () => {
  await run('install')
  network = away
  expect(await answer('/RechargeAgent/sell?lang=ar')).toBe('kept: /offline.html')
  expect(await answer('/offline.js', { mode: 'no-cors' })).toBe('kept: /offline.js')
})

test('no page is asked for ahead: what is left to the browser would be asked for twice', () => {
  expect(code).not.toContain('navigationPreload')
})

test('an update forgets what the one before kept', async () => {
  stored.set('portal-offline-0', new Map())
  await run('install')
  await run('activate')
  expect([...stored.keys()]).toEqual(['portal-offline-1'])
})
