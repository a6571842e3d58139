import { createServer } from 'node:net'
import pg from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { withClient } from '../../../test/server.ts'
import { checkPooler, checkPrepared, checkServer, type ProbeClient, UnusableServer } from './serverVersion.ts'

it('accepts the server that the tests run on', async () => {
  await expect(checkServer(inject('serverUrl'))).resolves.toBeUndefined()
})

it('reports that nothing answers', async () => {
  const closed = createServer()
  const port = await new Promise<number>((resolve) => {
    closed.listen(0, '127.0.0.1', () => resolve((closed.address() as { port: number }).port))
  })
  await new Promise((resolve) => closed.close(resolve))
  const requested = checkServer(`postgres://someone:secret@127.0.0.1:${port}/nothing`)
  await expect(requested).rejects.toBeInstanceOf(UnusableServer)
  await expect(requested).rejects.toThrow(/Couldn't connect to/)
  await expect(requested).rejects.not.toThrow(/secret/)
})

it('waits for the promotion of a server that can only be read, and says so once', async () => {
  const { url } = await freshDatabase()
  const name = new URL(url).pathname.slice(1)
  const set = (text: string) =>
    withClient(inject('serverUrl'), (client) => client.query(`alter database ${name} ${text}`))
  await set('set default_transaction_read_only = on')
  const told: string[] = []
  const started = new Promise<void>((resolve) => {
    void checkServer(url, (line) => told.push(line), 5).then(resolve)
  })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  await set('reset default_transaction_read_only')
  await started
  expect(told).toEqual([expect.stringMatching(/^The database of DATABASE_URL can only be read, as a standby is/)])
})

/**
 * A pooler in transaction mode over real connections: each transaction gets the connection that was freed last, and a statement is known where
 * it was prepared. Clients believe that they prepared it once.
 */
async function pooler(connections: number) {
  const { url } = await freshDatabase()
  const servers = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      return { client, known: new Set<string>() }
    }),
  )
  const free = [...servers]
  const waiting: (() => void)[] = []
  const take = async () => {
    while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return free.pop()!
  }
  const open = async (): Promise<ProbeClient> => {
    const prepared = new Set<string>()
    let held: (typeof servers)[number] | undefined
    return {
      async query(statement) {
        held ??= await take()
        const server = held
        if (typeof statement !== 'string') {
          if (prepared.has(statement.name) && !server.known.has(statement.name))
            throw Object.assign(new Error('prepared statement does not exist'), { code: '26000' })
          prepared.add(statement.name)
          server.known.add(statement.name)
        }
        await server.client.query(typeof statement === 'string' ? statement : statement.text)
        if (statement !== 'commit') return
        held = undefined
        free.push(server)
        waiting.shift()?.()
      },
      end: async () => {},
    }
  }
  return { open, close: () => Promise.all(servers.map(({ client }) => client.end())) }
}

it('refuses a pooler that forgets prepared statements, in one sentence, and takes PostgreSQL itself', async () => {
  await expect(checkPooler((await freshDatabase()).url)).resolves.toBeUndefined()
  const forgetful = await pooler(2)
  const refused = checkPrepared(forgetful.open)
  await expect(refused).rejects.toBeInstanceOf(UnusableServer)
  await expect(refused).rejects.toThrow(/PgBouncer 1\.21 or newer with max_prepared_statements above 0/)
  await forgetful.close()
})

it('takes a pooler with a single connection, which a client may wait for', async () => {
  const single = await pooler(1)
  await expect(checkPrepared(single.open, 20)).resolves.toBeUndefined()
  await single.close()
})
