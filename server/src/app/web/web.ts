// Serves the built web: static files, the content security policy, and the one page for every screen path.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { newNonce } from '../../kit/random.ts'
import type { Build } from './build.ts'
import type { OtherBuilds } from './otherBuilds.ts'
import { type Portal, preloadsOf } from './preloads.ts'

export const webDirectory = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** Paths that are not screens: unknown ones below them are not found. */
const notScreens = /^\/(cms|files|app|api|docs|j|l|metrics|r|status|healthz|readyz)(\/|$)/i
/** Paths that end like a file are a file or not found; a screen's path ends in a word, a number or a time. */
const fileName = /\.[a-zA-Z][a-zA-Z0-9]{0,9}$/
const hashed = /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/
/** Shown before the app is there, to who has no session: where another page follows, it would only flash. */
const loginForm = /<!--%GREENROOM_LOGIN%-->[^]*<!--%\/GREENROOM_LOGIN%-->/
const hasSession = /(?:^|;\s*)Admin-Token=[^;]/
const otherPublicPages = /^\/(register|success|verify|googleCode|404|invite|provider)\/?(\?|$)/
/** Set where the app showed the shell of leaders and agents last (`web/src/app/portal/PortalShell.tsx`). */
const portal = /(?:^|;\s*)portal=(leader|agent)(?:;|$)/
const year = 365 * 24 * 60 * 60

const notBuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Greenroom is not built</title></head><body>
<h1>The web is not built</h1>
<p>The server runs, but there is nothing to show. In the folder of Greenroom, run <code>npm start</code>: it builds
what is missing. To build the web alone, run <code>npx vite build</code> in the folder <code>web</code>. Then reload
this page.</p>
</body></html>
`

const escaped = (text: string) =>
  text.replace(/[&"<>]/g, (character) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[character]!)

/**
 * Extra picture origins besides this server and https (avatars and covers are wherever the app keeps them; no referrer
 * is sent): the public address and the storage, which may be plain http.
 */
const pictureOrigins = ({ PUBLIC_URL, S3_ENDPOINT }: Config): string[] =>
  [PUBLIC_URL, S3_ENDPOINT].flatMap((address) => (address === undefined ? [] : [new URL(address).origin]))

/**
 * The content security policy. Scripts come from this server only. Style elements carry the nonce; style attributes are
 * allowed, since the UI kit sets sizes by them. Pictures and streams come from `app`: the simulated app and
 * STREAM_ORIGINS.
 */
function policy(nonce: string, pictures: string[], app: string[]): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src-elem': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:', 'https:', ...pictures, ...app],
    'media-src': ["'self'", 'blob:', ...app],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...app],
    'font-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A worker follows the policy of its own file. */
const workerPolicy = "default-src 'none'; connect-src 'self'"
/** The page without a network (`web/build/portalApp.ts`): its parts are files, and it asks whether the server answers again. */
const offlinePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
const forGood = `public, max-age=${year}, immutable`

/** Answers with a file of another build. */
const sendOther = (reply: FastifyReply, name: string, gzipped: Buffer) =>
  reply
    .header('content-security-policy', workerPolicy)
    .header('cache-control', forGood)
    .header('content-encoding', 'gzip')
    .type(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(gzipped)

/** Answers with a page: never cached, under the policy with a fresh nonce. */
export type SendPage = (reply: FastifyReply, html: (nonce: string) => string) => FastifyReply

export type Served = {
  /** Where the simulated app keeps pictures and streams. */
  appOrigins?: () => string[]
  /** As pages say it. */
  build?: Build['name']
  /** Where files are that this build has not. */
  others?: Pick<OtherBuilds, 'find'>
}

/**
 * Serves the files of `directory` and its `index.html` for every screen. `more` adds pages under the same policy.
 *
 * Other answers (calls, files) get headers that keep a browser from rendering them as a page.
 */
export async function serveWeb(
  app: FastifyInstance,
  config: Config,
  directory: string,
  more: (pages: FastifyInstance, sendPage: SendPage) => void,
  { appOrigins = () => [], build = '', others }: Served = {},
): Promise<void> {
  const https = config.PUBLIC_URL?.startsWith('https://') ?? false
  const pictures = pictureOrigins(config)
  const streams = () => [...config.STREAM_ORIGINS, ...appOrigins()]

  // Set on the raw answer, so that a page or file can override it.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    reply.raw.setHeader('referrer-policy', 'no-referrer')
    reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (https) reply.raw.setHeader('strict-transport-security', `max-age=${year}`)
    next()
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }))

  await app.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: false,
      // Browsers complain about these two on plain http.
      crossOriginOpenerPolicy: https,
      originAgentCluster: https,
      strictTransportSecurity: https ? { maxAge: year, includeSubDomains: false } : false,
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    })
    await pages.register(staticFiles, {
      root: directory,
      serve: false,
      preCompressed: true,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, path) => {
        if (/\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', workerPolicy)
        if (/\/offline\.html(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', offlinePolicy)
        reply.header('cache-control', hashed.test(path) ? forGood : 'no-cache')
      },
    })
    pages.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
      reply.code(error.statusCode ?? 500).send({ error: error.statusCode === undefined ? 'failed' : error.message }),
    )

    const sendPage: SendPage = (reply, html) => {
      const nonce = newNonce()
      return reply
        .header('content-security-policy', policy(nonce, pictures, streams()))
        .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html(nonce))
    }
    const screen = async (request: FastifyRequest, reply: FastifyReply) => {
      const index = await readFile(`${directory}/index.html`, 'utf8').catch(() => null)
      if (index === null) return sendPage(reply.code(503), () => notBuilt)
      const cookies = request.headers.cookie ?? ''
      const needsLogin = !hasSession.test(cookies) && !otherPublicPages.test(request.url)
      // Every address leads who has no session to the log-in.
      const address = needsLogin ? '/login' : request.url
      const [, shown] = portal.exec(cookies) ?? []
      const preloads = await preloadsOf(directory, address, build, shown as Portal | undefined)
      const mobileSite = escaped(config.MOBILE_SITE_URL ?? '')
      return sendPage(reply, (nonce) =>
        index
          .replaceAll('%GREENROOM_NONCE%', nonce)
          .replaceAll('%GREENROOM_MOBILE_SITE%', () => mobileSite)
          .replace(needsLogin ? '' : loginForm, '')
          .replace('<!--%GREENROOM_START%-->', () => preloads.start)
          .replace('<!--%GREENROOM_PRELOADS%-->', () => preloads.links),
      )
    }
    pages.get('/', screen)
    pages.get('/*', async (request, reply) => {
      const path = `/${(request.params as { '*': string })['*']}`
      if (notScreens.test(path)) return reply.callNotFound()
      if (path === '/index.html' || !fileName.test(path)) return screen(request, reply)
      const [, asset] = /^\/assets\/([^/]+)$/.exec(path) ?? []
      if (asset !== undefined && others && hashed.test(path) && !existsSync(`${directory}/assets/${asset}`)) {
        const found = await others.find(asset).catch(() => null)
        if (found) return sendOther(reply, asset, found)
      }
      return reply.sendFile(path)
    })
    more(pages, sendPage)
  })
}
