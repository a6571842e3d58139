import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf, connect } from '../../../test/bridge.ts'
import { startProduct, type TestProduct } from '../../../test/product.ts'

let product: TestProduct
const folder = mkdtempSync(join(tmpdir(), 'greenroom-shell-'))
beforeAll(async () => {
  product = await startProduct()
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const run = promisify(execFile)
const tools = await run('bash', ['-c', 'command -v curl openssl base64 od'])
  .then(() => true)
  .catch(() => false)

test.skipIf(!tools)('the shell example of /docs/bridge works as written', async () => {
  const app = await connect(product)
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await fetch(`${address}/docs/bridge`)).text()
  const script = /<pre>(body=[^<]*)<\/pre>/
    .exec(page)![1]!
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const [line] = app.linesOf([{ type: 'user.online', data: { userId: 5, platform: 'ios', deviceId: 'é' } }])
  writeFileSync(join(folder, 'events.ndjson'), `${JSON.stringify(line)}\n`)
  const settings = { ...process.env, GREENROOM_SECRET: app.secret, GREENROOM_URL: address }
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env: settings })
  expect(answersOf(stdout)).toEqual([{ id: line!.id, status: 'accepted' }])
})
