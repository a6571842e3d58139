import { createServer } from 'node:net'
import { expect, inject, it, vi } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { withClient } from '../../../test/server.ts'
import { checkServer, UnusableServer } from './serverVersion.ts'

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
