// docs/integrating.md works as written: its scripts run here, with curl and openssl, against the product itself.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addedClient } from './bridge.ts'
import { startProduct, type TestProduct } from './product.ts'

const page = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8')
const scripts = [...page.matchAll(/```sh\n(# (\w+\.sh):[^]*?)```/g)]

let product: TestProduct
let folder: string
let secret: string
let url: string

beforeAll(async () => {
  product = await startProduct()
  await product.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
  secret = (await addedClient(product, { name: 'Curl' })).secret
  await product.bridge.clients.refresh()
  folder = mkdtempSync(join(tmpdir(), 'greenroom-curl-'))
  for (const [, text, name] of scripts) writeFileSync(join(folder, name!), text!)
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

const sh = async (...args: string[]) => {
  const env = { PATH: process.env['PATH'], GREENROOM_URL: url, GREENROOM_SECRET: secret }
  const { stdout } = await promisify(execFile)('sh', args, { cwd: folder, env })
  return stdout
}
type Line = { status: string; errorCode?: number; result?: { balances: unknown[] } }
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('events are sent, answered, and applied once', async () => {
  await sh('events.sh')
  const first = linesOf(await sh('sign.sh', 'POST', 'events', 'events.ndjson'))
  expect(first.map(({ status }) => status)).toEqual([...Array(5).fill('accepted'), 'rejected'])
  expect(first[4]?.result?.balances).toEqual([
    { userId: 602, paidTokens: 425, promoTokens: 0, bonus: 0 },
    { userId: 601, paidTokens: 0, promoTokens: 0, bonus: 40 },
  ])
  expect(first[5]?.errorCode).toBe(60001)
  const again = linesOf(await sh('sign.sh', 'POST', 'events', 'events.ndjson'))
  expect(again.slice(2, 5).map(({ status }) => status)).toEqual(Array(3).fill('duplicate'))
  expect(again[4]?.result).toEqual(first[4]?.result)
})

test('a wallet can be read', async () => {
  expect(JSON.parse(await sh('sign.sh', 'GET', 'state/users/602'))).toMatchObject({ paidTokens: 425, ban: null })
})

test('the signature of a command is checked', async () => {
  const body = '{"id":"c1","type":"user.banned"}'
  writeFileSync(join(folder, 'body'), body)
  const at = new Date()
  const signature = new Webhook(secret).sign('c1', at, body)
  const seconds = String(Math.floor(at.getTime() / 1_000))
  expect(await sh('verify.sh', 'c1', seconds, `v1,other ${signature}`, 'body')).toBe('good\n')
  await expect(sh('verify.sh', 'c2', seconds, signature, 'body')).rejects.toThrow()
  await expect(sh('verify.sh', 'c1', String(Number(seconds) - 400), signature, 'body')).rejects.toThrow()
})
