// Two servers on one database, as behind a proxy that passes each request to the next one. A test that only one of them
// could pass, because it kept in its memory what belongs in the database, fails.
import type { InjectOptions } from 'fastify'
import type { Product } from '../src/app/index.ts'
import { writesSoFar } from '../src/kit/database/database.ts'

/** One of the two, and how much the other had written when this one last caught up with it. */
type Server = { product: Product; inject: Product['app']['inject']; seen: number }

/**
 * From now on, requests that are injected into `first` are answered by it and by `other` in turn. Before a server answers,
 * it catches up with what was written through the other, as if the second had passed within which it does so by itself
 * (docs/operating.md, "Several processes").
 */
export function byTurns(first: Product, other: Product): void {
  const servers = [first, other].map((product): Server => {
    const { app } = product
    return { product, inject: app.inject.bind(app) as Product['app']['inject'], seen: -1 }
  }) as [Server, Server]
  let requests = 0
  /** Tests write as the owner, or in another process, and reload by hand what they changed. */
  let byHand = 0
  for (const kept of [first.params, first.clock, first.bridge.clients, first.landing]) {
    const refresh = kept.refresh.bind(kept)
    kept.refresh = async () => {
      byHand++
      await refresh()
    }
  }
  const written = (beside: Server) => writesSoFar(beside.product.database) + byHand
  first.app.inject = (async (options: InjectOptions) => {
    const turn = requests++ % 2
    const [server, beside] = [servers[turn]!, servers[1 - turn]!]
    const now = written(beside)
    if (server.seen !== now) {
      await server.product.catchUp()
      server.seen = now
    }
    return server.inject(options)
  }) as Product['app']['inject']
}
