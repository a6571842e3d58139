import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { diskStorage } from '../../files/index.ts'
import { release } from '../../migrations/release.ts'
import { serveReference } from '../reference.ts'
import { buildIn } from './build.ts'
import { openOtherBuilds } from './otherBuilds.ts'
import { type Served, serveWeb } from './web.ts'

const source = 'export const answer = 42;'.repeat(40)
const index =
  '<meta name="greenroom:mobile-site" content="%GREENROOM_MOBILE_SITE%" /><meta name="csp-nonce" content="%GREENROOM_NONCE%" />'

let directory: string
const open: FastifyInstance[] = []

async function server(
  settings: Record<string, string> = {},
  root = directory,
  served: Served = {},
): Promise<FastifyInstance> {
  const app = Fastify()
  await serveWeb(app, readConfig({ LOG_LEVEL: 'silent', ...settings }), root, serveReference, served)
  app.get('/cms/known', async () => ({ code: 200 }))
  open.push(app)
  return app
}

let app: FastifyInstance
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'greenroom-web-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), index)
  writeFileSync(join(directory, 'start.js'), 'start()')
  writeFileSync(join(directory, 'offline.html'), '<p>No network</p>')
  writeFileSync(join(directory, '.secret'), 'hidden')
  const asset = join(directory, 'assets', 'main-Cv3w2eq7.js')
  writeFileSync(asset, source)
  writeFileSync(`${asset}.br`, brotliCompressSync(source))
  writeFileSync(`${asset}.gz`, gzipSync(source))
  app = await server()
})
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()))
  rmSync(directory, { recursive: true })
})

describe('the page', () => {
  test.each(['/', '/index.html', '/login', '/sys/user?q=1', '/sociaty/SociatyManageDetail/5/St.%20Mary/12', '/docsy'])(
    'is served at %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).not.toContain('%GREENROOM')
    },
  )

  test('carries its policy’s nonce, a new one with each answer', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get('/')
        const [, nonce] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))!
        expect(answer.body).toContain(`name="csp-nonce" content="${nonce}"`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('allows scripts from this origin only, and pictures by https', async () => {
    const { headers } = await get('/')
    const policy = String(headers['content-security-policy']).replace(/nonce-[^']+/, 'nonce')
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src-elem 'self' 'nonce'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' blob: data: https:",
      "media-src 'self' blob:",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  test('sets HSTS for a year behind https, and allows pictures from the storage', async () => {
    const secure = await server({
      PUBLIC_URL: 'https://admin.example.com/back',
      S3_ENDPOINT: 'https://files.example.net',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    })
    for (const url of ['/', '/cms/known']) {
      const { headers } = await secure.inject({ url })
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    }
    const { headers } = await secure.inject({ url: '/' })
    expect(headers['content-security-policy']).toContain(
      "img-src 'self' blob: data: https: https://admin.example.com https://files.example.net;",
    )
  })

  test('names the mobile site, escaped', async () => {
    const mobile = await server({ MOBILE_SITE_URL: 'https://m.example.com/?a=1&b="$&' })
    const { body } = await mobile.inject({ url: '/' })
    expect(body).toMatch(
      /name="greenroom:mobile-site" content="https:\/\/m\.example\.com\/\?a=1&amp;b=(&quot;|%22)\$&amp;"/,
    )
  })

  test('answers HEAD with the same headers and no body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/sys/log' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('explains how to build when there is no build', async () => {
    const bare = await server({}, join(directory, 'nowhere'))
    const answer = await bare.inject({ url: '/login' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm start')
    expect((await bare.inject({ url: '/start.js' })).statusCode).toBe(404)
  })
})

test('the app, its early log-in form and the server name the same public pages', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  const inPattern = (path: string) => /\/\^\\\/\((register\|[^)]*)\)/.exec(textOf(path))?.[1]?.split('|').toSorted()
  const [, pages = ''] = /const publicPages.*?\{\n([^]*?)\n\}/.exec(textOf('web/src/app/App.tsx')) ?? []
  const ofApp = [...pages.matchAll(/^ +'\/(\w+)':/gm)].map(([, name]) => name)
  expect(ofApp).toContain('login')
  // The form is the log-in page's own.
  const others = ofApp
    .filter((name) => name !== 'login')
    .map(String)
    .toSorted()
  expect(inPattern('server/src/app/web/web.ts')).toEqual(others)
  expect(inPattern('web/public/early.js')).toEqual(others)
})

describe('files', () => {
  test('with a hash in the name are cached forever; others are revalidated', async () => {
    expect((await get('/assets/main-Cv3w2eq7.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const start = await get('/start.js')
    expect(start.headers['cache-control']).toBe('no-cache')
    expect((await get('/start.js', { 'if-none-match': String(start.headers.etag) })).statusCode).toBe(304)
  })

  test('are sent as they were compressed', async () => {
    const brotli = await get('/assets/main-Cv3w2eq7.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) })
    expect(brotli.headers['content-type']).toContain('javascript')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(source)
    expect(brotli.headers['cache-control']).toContain('immutable')
    expect(brotli.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    const gzipped = await get('/assets/main-Cv3w2eq7.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(source)
    const plain = await get('/assets/main-Cv3w2eq7.js')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe(source)
    // There is no compressed copy of this one.
    expect((await get('/start.js', { 'accept-encoding': 'br' })).body).toBe('start()')
  })

  test.each([
    '/assets/gone-Cv3w2eq7.js',
    '/favicon.ico',
    '/.secret',
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/cms',
    '/cms/unknown',
    '/CMS/sys/login',
    '/cms/sys/login',
    '/files/nothing',
    '/app/v1/state',
    '/app/unknown',
    '/api',
    '/api/v1/users',
    '/API/',
    '/metrics',
    '/status',
    '/healthz/x',
    '/j/x/y',
    '/r',
    '/r/x/y',
    '/readyz/x',
    '/docs',
    '/docs/other',
  ])('%s is not served', async (url) => {
    const answer = await get(url)
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('GREENROOM')
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('only GET and HEAD find a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await app.inject({ method, url: '/login' })).statusCode).toBe(404)
  })
})

test('a page names the files, texts and first request of its screen', async () => {
  const root = mkdtempSync(join(tmpdir(), 'greenroom-web-'))
  writeFileSync(join(root, 'index.html'), '<!--%GREENROOM_START%--><!--%GREENROOM_PRELOADS%-->')
  const preloads = {
    signedIn: ['/assets/shell.js'],
    portal: { '*': ['/assets/portal.js'], '/dashboard#leader': ['/assets/leader.js'] },
    pages: { '/login': ['/assets/login.js'], '/sys/log': ['/assets/shell.js', '/assets/log.css'] },
    calls: { '/sys/log': '/cms/sys/log/list?sort=-at&size=50' },
    namespaces: { '/sys/log': ['list', 'system'], '/dashboard#leader': ['system'] },
    texts: {
      en: { base: '/en.js', list: '/en-list.js', system: '/en-system.js' },
      cn: { base: '/cn.js', system: '/cn-system.js' },
    },
  }
  writeFileSync(join(root, 'preloads.json'), JSON.stringify(preloads))
  const other = await server({}, root)
  const page = async (url: string, cookie = 'Admin-Token=1') =>
    (await other.inject({ method: 'GET', url, headers: { cookie } })).body
  const log = await page('/sys/log?q=1')
  expect(log).toContain(
    '<meta name="greenroom:texts" content="en /en.js /en-list.js /en-system.js;cn /cn.js /cn-system.js">',
  )
  expect(log).toContain('<meta name="greenroom:list" content="/cms/sys/log/list?sort=-at&amp;size=50">')
  expect(log).toContain('<link rel="modulepreload" crossorigin href="/assets/shell.js">')
  expect(log).toContain('<link rel="stylesheet" crossorigin href="/assets/log.css">')
  const role = await page('/sys/role')
  expect(role).toContain('content="en /en.js /en-list.js;cn /cn.js"')
  expect(role).not.toContain('greenroom:list')
  // Without a session every address is the log-in.
  for (const url of ['/', '/login', '/sys/log']) expect(await page(url, 'portal=leader')).toContain('/assets/login.js')
  // Leaders and agents have a shell of their own, and each a Home.
  for (const url of ['/', '/dashboard', '/dashboard/']) {
    const home = await page(url, 'portal=leader; Admin-Token=1')
    expect(home).toContain('/assets/leader.js')
    expect(home).toContain('content="en /en.js /en-system.js;cn /cn.js /cn-system.js"')
    expect(home).not.toContain('/assets/shell.js')
  }
  expect(await page('/account/security', 'Admin-Token=1; portal=agent')).toContain('/assets/portal.js')
  expect(await page('/account/security', 'Admin-Token=1; portal=1')).toContain('/assets/shell.js')
  rmSync(root, { recursive: true })
})

test('the page for a phone without a network runs its own files, and asks only this server', async () => {
  const { headers, body } = await get('/offline.html')
  expect(body).toBe('<p>No network</p>')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  )
})

test('other answers cannot be rendered as a page', async () => {
  const { headers } = await get('/cms/known')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

describe('two builds on one storage', () => {
  const secret = Buffer.from('of all servers')
  let root: string
  let clock = 0
  let wall = new Date()
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'greenroom-builds-'))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  /** A server of a build that has this file of its own. */
  async function buildWith(name: string, content: string, key = secret) {
    const folder = join(root, name, 'assets')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(root, name, 'index.html'), index)
    writeFileSync(join(folder, `${name}-Cv3w2eq7.js`), content)
    const builds = openOtherBuilds({
      folder,
      storage: diskStorage(join(root, 'storage')),
      secret: async () => key,
      wall: () => wall,
      now: () => clock,
    })
    const app = await server({}, join(root, name), { others: builds })
    const asked = (file: string) => app.inject({ url: `/assets/${file}-Cv3w2eq7.js` })
    return { builds, asked }
  }

  test('each serves the files of the other, an old page’s and a new one’s', async () => {
    const [older, newer] = [await buildWith('older', 'old()'), await buildWith('newer', 'new()'.repeat(200))]
    expect((await newer.asked('older')).statusCode).toBe(404)
    await Promise.all([older.builds.keep(), newer.builds.keep()])
    // It looked a moment ago; who asks later finds it.
    expect((await newer.asked('older')).statusCode).toBe(404)
    clock += 5_000
    for (const [one, file, content] of [
      [newer, 'older', 'old()'],
      [older, 'newer', 'new()'.repeat(200)],
    ] as const) {
      const answer = await one.asked(file)
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(gunzipSync(answer.rawPayload).toString()).toBe(content)
    }
    // Its own are sent as they are, and a name that nobody has stays unknown.
    expect((await newer.asked('newer')).headers['content-encoding']).toBeUndefined()
    expect((await newer.asked('nobody')).statusCode).toBe(404)
  })

  test('what was put into the storage by somebody else is served to nobody', async () => {
    const foreign = await buildWith('foreign', 'steal()', Buffer.from('guessed'))
    await foreign.builds.keep()
    const own = await buildWith('own', 'own()')
    clock += 5_000
    expect((await own.asked('foreign')).statusCode).toBe(404)
    expect((await own.asked('older')).statusCode).toBe(200)
  })

  test('builds of a month ago are forgotten, but for the last ones; one that serves is kept', async () => {
    const kept = () => readdirSync(join(root, 'storage', 'builds')).length
    for (const name of ['a', 'b', 'c']) await (await buildWith(name, name)).builds.keep()
    const before = kept()
    expect(before).toBeGreaterThan(4)
    wall = new Date(wall.getTime() + 31 * 86_400_000)
    const last = await buildWith('last', 'last()')
    await last.builds.keep()
    expect(kept()).toBe(3)
    await last.builds.keep()
    expect(kept()).toBe(3)
    clock += 5_000
    expect((await (await buildWith('other', 'other()')).asked('last')).statusCode).toBe(200)
  })

  test('a storage that is away is a file that is not found', async () => {
    const away = openOtherBuilds({
      folder: join(root, 'older', 'assets'),
      storage: {
        ...diskStorage(root),
        list: () => {
          throw new Error('away')
        },
      },
      secret: async () => secret,
      wall: () => wall,
    })
    const app = await server({}, join(root, 'older'), { others: away })
    expect((await app.inject({ url: '/assets/newer-Cv3w2eq7.js' })).statusCode).toBe(404)
  })
})

test('a page of another contract is outdated, unless it is of a later release', async () => {
  const root = mkdtempSync(join(tmpdir(), 'greenroom-build-'))
  expect((await buildIn(root)).isOutdated(`${release} abc`)).toBe(false)
  writeFileSync(join(root, 'index.html'), '<!--%GREENROOM_START%-->')
  writeFileSync(join(root, 'preloads.json'), JSON.stringify({ signedIn: [], pages: {}, contract: 'abc' }))
  const build = await buildIn(root)
  const said = [`${release} abc`, '0.0.1 abc', `${release} other`, '0.0.1 other', '999.0.0 other', '', 'x']
  expect(said.filter((one) => build.isOutdated(one))).toEqual([`${release} other`, '0.0.1 other'])
  const { body } = await (await server({}, root, { build: build.name })).inject({ url: '/login' })
  expect(body).toContain(`<meta name="greenroom:build" content="${release} abc">`)
  rmSync(root, { recursive: true })
})
