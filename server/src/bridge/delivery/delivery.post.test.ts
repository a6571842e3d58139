// An invalid certificate at the receiver fails a delivery like any other error, and the reason is recorded.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, expect, test } from 'vitest'
import { wallNow } from '../../kit/clock.ts'
import { openPoster } from './delivery.post.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-certificate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A certificate of localhost that ends so many days from now, and its key. */
function certificate(days: number): { key: string; cert: string } {
  const [key, request] = [join(folder, 'key.pem'), join(folder, 'request.pem')]
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { encoding: 'utf8', stdio: 'pipe' })
  openssl(
    `req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -keyout ${key} -out ${request}`,
  )
  return { key: readFileSync(key, 'utf8'), cert: openssl(`x509 -req -in ${request} -signkey ${key} -days ${days}`) }
}

const usual = getCACertificates('default')
afterEach(() => setDefaultCACertificates(usual))

test.each([
  { what: 'has expired', days: -1, trusted: true, status: null, error: 'certificate has expired' },
  {
    what: 'nobody trusts',
    days: 1,
    trusted: false,
    status: null,
    error: expect.stringMatching(/^self-signed certificate/),
  },
  { what: 'is good', days: 1, trusted: true, status: 200, error: null },
])('a receiver whose certificate $what', async ({ days, trusted, status, error }) => {
  const own = certificate(days)
  if (trusted) setDefaultCACertificates([...usual, own.cert])
  let asked = 0
  const server = createServer(own, (_, response) => {
    asked++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const poster = openPoster({ connections: 1, timeoutMs: 5_000, allowPrivate: true })
  const letter = { id: 'one', body: '{}', at: wallNow() }
  expect(await poster.post(`https://localhost:${port}/`, [Buffer.alloc(32, 1)], letter)).toMatchObject({
    status,
    error,
  })
  expect(asked).toBe(status === null ? 0 : 1)
  poster.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
