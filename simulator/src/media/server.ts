// The app's HTTP address: pictures and streams for browsers, the command receiver, and its chains. On this machine only.
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { draw, type Kind, kinds } from './drawings.ts'
import { jpegOf } from './jpegs.ts'
import { playlistAt } from './stream.ts'

export type MediaServer = { port: number; close(): Promise<void> }

const drawing = new RegExp(`^/media/(${kinds.join('|')})/([\\w.~-]{1,120})\\.(svg|jpg)$`)

/**
 * @param port the preferred one; another if it is taken.
 * @param stream the test stream's segments.
 * @param commands handles posts to `/commands`.
 * @param chains handles requests below `/chain/`.
 */
export async function serveMedia(options: {
  port: number
  stream: string | null
  now: () => number
  commands: (request: IncomingMessage, response: ServerResponse) => void
  chains?: (request: IncomingMessage, response: ServerResponse, pathname: string) => void
}): Promise<MediaServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    if (pathname === '/commands') return options.commands(request, response)
    if (options.chains && pathname.startsWith('/chain/')) return options.chains(request, response, pathname)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('x-content-type-options', 'nosniff')
    if (request.method === 'OPTIONS')
      return void response
        .writeHead(204, { 'access-control-allow-headers': '*', 'access-control-allow-methods': 'GET, HEAD' })
        .end()
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end()
    const [, kind, name, type] = drawing.exec(pathname) ?? []
    if (kind && name) {
      const send = (bytes: string | Buffer) =>
        response
          .writeHead(200, {
            'content-type': type === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/jpeg',
            'cache-control': 'public, max-age=31536000, immutable',
            'content-security-policy': "default-src 'none'",
          })
          .end(request.method === 'HEAD' ? undefined : bytes)
      const drawn = draw(kind as Kind, name)
      if (type === 'svg') return void send(drawn)
      return void jpegOf(drawn, name).then(send, () => response.writeHead(500).end())
    }
    if (options.stream && pathname === '/media/hls/live.m3u8')
      return void response
        .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
        .end(playlistAt(options.now()))
    const [, part] = /^\/media\/hls\/(part\d\.ts)$/.exec(pathname) ?? []
    if (options.stream && part) {
      const file = createReadStream(join(options.stream, part))
      file.on('error', () => response.writeHead(404).end())
      response.setHeader('content-type', 'video/mp2t')
      return void file.pipe(response)
    }
    response.writeHead(404).end()
  })
  await listen(server, options.port).catch(() => listen(server, 0))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
