// A database outage: calls answer 10030, and recover without a restart.

import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { buildProduct, type Product } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { isAnswering } from '../src/kit/database/unreachable.ts'
import { freshDatabase } from './database.ts'
import { adminPassword } from './product.ts'

let product: Product
let dataDir: string
let way: Way

type Way = { url: string; cut(): Promise<void>; mend(): Promise<void> }

/** A database's address: a socket folder, or a port. */
function placeOf(url: URL): NetConnectOpts {
  const host = decodeURIComponent(url.hostname)
  const port = Number(url.port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A connection to the database that can be cut. */
async function wayTo(databaseUrl: string): Promise<Way> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const accept = (socket: Socket) => {
    const onward = connect(placeOf(target))
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  }
  let server: Server
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer(accept).listen(port, '127.0.0.1', () =>
        resolve((server.address() as { port: number }).port),
      )
    })
  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
    mend: async () => void (await listen(port)),
  }
}

const login = async () => {
  const response = await product.app.inject({
    method: 'POST',
    url: '/cms/sys/login',
    payload: { username: 'admin', password: adminPassword },
  })
  return { status: response.statusCode, ...response.json<{ code: number; errorCode?: number; errorMsg?: string }>() }
}

beforeAll(async () => {
  way = await wayTo((await freshDatabase()).url)
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-test-'))
  product = await buildProduct(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), way.url)
  await ensureAdministrator(product.database, adminPassword)
  product.health.ready = true
})
afterAll(async () => {
  await product.close()
  await way.cut()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a call during the outage answers 10030, and the next one after it works', async () => {
  expect(await login()).toMatchObject({ status: 200, code: 200 })
  await way.cut()
  for (let round = 0; round < 3; round++) {
    const refused = await login()
    expect(refused).toMatchObject({ status: 200, code: 500, errorCode: 10030 })
    expect(refused.errorMsg).not.toMatch(/ECONN|127\.0\.0\.1/)
  }
  await way.mend()
  expect(await login()).toMatchObject({ status: 200, code: 200 })
})

test('the server is not ready without its database, and is again once it is back', async () => {
  const ready = async (query = '') => {
    const response = await product.app.inject({ method: 'GET', url: `/readyz${query}` })
    return { status: response.statusCode, ...response.json<object>() }
  }
  expect(await ready()).toEqual({ status: 200, ready: true })
  await way.cut()
  expect(await ready()).toEqual({ status: 503, ready: false, database: 'unreachable' })
  // Its calls are still answered, and say why they cannot be done.
  expect(await ready('?serves')).toEqual({ status: 200, ready: true })
  await way.mend()
  expect(await ready()).toEqual({ status: 200, ready: true })
})

test('a database that is silent counts as away', async () => {
  const reader = product.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => {}),
  })
  expect(await isAnswering(reader, 1)).toBe(false)
  expect(await isAnswering(product.database, 10_000)).toBe(true)
})
