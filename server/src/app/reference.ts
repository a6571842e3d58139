// The references at /docs/api and /docs/bridge, generated from the contract when one is first opened: they hold 10 MB. The documents at /docs/<name>.
import type { FastifyInstance } from 'fastify'
import type { SendPage } from './web/web.ts'

/** Computes a value on the first call, and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Adds the pages, their script and the OpenAPI documents. They show the contract, and no data. */
export function serveReference(pages: FastifyInstance, sendPage: SendPage): void {
  const document = once(async () => (await import('./reference/reference.openapi.ts')).openApi())
  const html = once(async () => (await import('./reference/reference.page.ts')).page(await document()))
  pages.get('/docs/api', async (_request, reply) => sendPage(reply, await html()))
  pages.get('/docs/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await document()),
  )
  pages.get('/docs/api/reference.js', async (_request, reply) => {
    const { script } = await import('./reference/reference.page.ts')
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script)
  })

  const bridge = once(async () => (await import('./reference/reference.bridge.ts')).bridgeApi())
  const bridgeHtml = once(async () => (await import('./reference/reference.bridgePage.ts')).bridgePage(await bridge()))
  pages.get('/docs/bridge', async (_request, reply) => sendPage(reply, await bridgeHtml()))
  pages.get('/docs/bridge/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await bridge()),
  )

  pages.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const { guidePage } = await import('./reference/reference.guide.ts')
    const guide = guidePage(request.params.name)
    return guide ? sendPage(reply, guide) : reply.callNotFound()
  })
}
