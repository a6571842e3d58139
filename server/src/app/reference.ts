// The references at /docs/api and /docs/bridge, generated from the contract once at start.
import type { FastifyInstance } from 'fastify'
import { bridgeApi } from './reference/bridge.ts'
import { bridgePage } from './reference/bridgePage.ts'
import { openApi } from './reference/openapi.ts'
import { page, script } from './reference/page.ts'
import type { SendPage } from './web.ts'

/** Adds the pages, their script and the OpenAPI documents. They show the contract, and no data. */
export function serveReference(pages: FastifyInstance, sendPage: SendPage): void {
  const document = openApi()
  const html = page(document)
  pages.get('/docs/api', (_request, reply) => sendPage(reply, html))
  pages.get('/docs/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  pages.get('/docs/api/reference.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  )

  const bridge = bridgeApi()
  const bridgeHtml = bridgePage(bridge)
  pages.get('/docs/bridge', (_request, reply) => sendPage(reply, bridgeHtml))
  pages.get('/docs/bridge/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(bridge))
}
