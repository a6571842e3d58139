// The API reference at /docs/api: made from the contract once, at start.
import type { FastifyInstance } from 'fastify'
import { openApi } from './reference/openapi.ts'
import { page, script } from './reference/page.ts'
import type { SendPage } from './web.ts'

/** Adds the page, its script and the OpenAPI document. They tell what the contract tells, and nothing of what is kept. */
export function serveReference(pages: FastifyInstance, sendPage: SendPage): void {
  const document = openApi()
  const html = page(document)
  pages.get('/docs/api', (_request, reply) => sendPage(reply, html))
  pages.get('/docs/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  pages.get('/docs/api/reference.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  )
}
