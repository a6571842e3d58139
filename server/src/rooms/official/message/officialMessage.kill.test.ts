// Kills senders with SIGKILL; each recipient is in exactly one command, and the figures agree. The long
// form is `node bench/messages.ts --kill=60`.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageInfo, messageSave } from '@greenroom/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { operator } from '../../../../test/programs.ts'
import { openReceiver, type Receiver } from '../../../bridge/delivery/delivery.receiver.fixture.ts'

const recipients = 8_000
const first = 9_000_000
/** Commands after which one of the senders is killed. */
const kills = [4, 16]

let product: TestProduct
let receiver: Receiver
const senders = new Set<ChildProcess>()
beforeAll(async () => {
  product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'on' })
  receiver = await openReceiver()
  await connect(product, { endpoint: receiver.url })
  await sql`
    insert into users.app_user (id, nickname, language, created_at)
    select ${first}::bigint + n, 'K' || n, (array['en', 'pt', 'cn', 'ar'])[1 + n % 4], ${product.clock.now()}
      from generate_series(1, ${recipients}) n`.execute(product.database)
})
afterAll(async () => {
  for (const sender of senders) sender.kill('SIGKILL')
  await receiver.close()
  await product.close()
})

function startSender(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../../test/messageSender.ts', import.meta.url))
  const sender = spawn(process.execPath, [script, product.databaseUrl, join(product.dataDir, 'seal.keys')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: operator(),
  })
  senders.add(sender)
  return new Promise((resolve, reject) => {
    sender.stdout!.once('data', () => resolve(sender))
    sender.once('exit', (code, signal) => (signal ? undefined : reject(new Error(`a sender ended with ${code}`))))
  })
}

it('sends each recipient exactly one command while two senders are killed', async () => {
  const admin = await product.administrator()
  const running = await Promise.all([startSender(), startSender()])
  const replaced: Promise<unknown>[] = []
  let seen = 0
  receiver.answer = () => {
    if (kills.includes(++seen)) {
      running.shift()!.kill('SIGKILL')
      replaced.push(startSender().then((sender) => running.push(sender)))
    }
    return 204
  }
  const { id } = await admin.call(messageSave, {
    name: 'Killed',
    type: 'text',
    texts: { en: { title: '', text: 'Hello' } },
    audience: { userType: 'all' },
    sendType: 'now',
  })
  const show = async () => (await admin.call(messageInfo, { id })).message
  await expect.poll(async () => (await show()).state, { timeout: 40_000, interval: 100 }).toBe('sent')
  await Promise.all(replaced)
  expect(seen).toBeGreaterThan(kills.at(-1)!)
  expect(await show()).toMatchObject({ audience: recipients, sent: recipients, skipped: 0, failed: 0 })

  // A command may arrive twice with the same id; a user in two commands would see the message twice.
  const commands = new Map(receiver.received.map(({ id: command, data }) => [command, data.userIds as number[]]))
  const users = [...commands.values()].flat()
  expect(users).toHaveLength(recipients)
  expect(new Set(users).size).toBe(recipients)
}, 60_000)
