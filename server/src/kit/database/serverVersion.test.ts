import { createServer } from 'node:net'
import { expect, inject, it } from 'vitest'
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
