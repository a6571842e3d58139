// A long run under failures: the simulated app, a slow receiver and two server processes on one PostgreSQL, one of them
// killed every minute. At the end the verification, the app's own balances and the screens must agree. `node
// bench/simulated.ts [--minutes=30] [--size=village] [--kill=60]`
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath, type Call } from '@greenroom/contract/call'
import { bridgeTraffic } from '@greenroom/contract/clients'
import { flowReconcile } from '@greenroom/contract/flow'
import { withOperationId } from '@greenroom/contract/operationId'
import { userBan, userGrant, userUnban } from '@greenroom/contract/users'
import { withClient } from '../server/test/server.ts'
import { makeClient } from './lib/client.ts'
import { logIn } from './lib/list.ts'
import { dataDir, openDatabaseForBench } from './lib/place.ts'
import { type Running, startProduct } from './lib/process.ts'
import { runSimulator } from './lib/simulator.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    size: { type: 'string', default: 'village' },
    kill: { type: 'string', default: '60' },
  },
})
const seconds = Number(values.minutes) * 60
/** The simulated app's command endpoint. */
const port = 46_000 + (process.pid % 1_000)
const folder = mkdtempSync(join(tmpdir(), 'greenroom-simulated-'))
const database = await openDatabaseForBench()
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// Keys of the kept database, whose secrets an earlier run encrypted.
const keys = join(dataDir, 'seal.keys')
const settings = { SIMULATE: 'off', BRIDGE_ALLOW_PRIVATE: 'on', SEAL_KEYS: keys }
const start = (which: string) => startProduct(database.url, join(folder, which), [], settings)
const servers: (Running | undefined)[] = [await start('a'), await start('b')]
const proxy = await openProxy()
const slow = await openSlowReceiver(4_000)
try {
  const token = await logIn(proxy.url)
  const ask = async (call: Call<any>, payload: Record<string, string>) => {
    const isGet = call.method === 'GET'
    const form = new URLSearchParams(withOperationId(call, payload))
    const response = await fetch(`${proxy.url}${basePath}${call.path}${isGet ? `?${form}` : ''}`, {
      method: call.method,
      headers: { token },
      ...(!isGet && { body: form }),
    })
    const answer = (await response.json()) as { code: number; result: never }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return answer.result as any
  }
  await makeClient(database.url, keys, { name: `Slow ${Date.now()}`, endpoint: slow.url })
  const endpoint = `http://127.0.0.1:${port}/commands`
  const secret = await makeClient(database.url, keys, { name: `Simulated ${Date.now()}`, endpoint })
  // The other process learns of the client within a second.
  await wait(2_500)
  const simulator = runSimulator({ url: proxy.url, secret, size: values.size, folder, port, seconds })

  // Staff decide in the meantime, so that commands go out: to the app, which obeys and counts, and to the slow receiver.
  let decisions = 0
  let livesSince: number | undefined
  const decide = async () => {
    if (!simulator.progress().filled) return
    livesSince ??= Date.now()
    // The last ones must have arrived when wallets are compared.
    if (Date.now() > livesSince + (seconds - 15) * 1_000) return
    const anybody = () => String(100_001 + Math.floor(Math.random() * 900))
    const reason = 'the long run'
    await ask(userGrant, { ids: `${anybody()},${anybody()}`, tokens: '7', kind: 'reward', reason })
    const banned = anybody()
    await ask(userBan, { ids: banned, kind: 'id', hours: '1', reason })
    await wait(1_500)
    await ask(userUnban, { ids: banned, reason })
    decisions += 3
  }
  // A killed server loses its answers; there may be no user with the id.
  const deciding = setInterval(() => void decide().catch(() => {}), 3_000)

  let kills = 0
  let victim = 0
  const killer = setInterval(() => {
    const running = servers[victim]
    const which = victim
    victim = 1 - victim
    if (!running) return
    servers[which] = undefined
    kills++
    process.kill(running.pid, 'SIGKILL')
    setTimeout(() => void start(which === 0 ? 'a' : 'b').then((again) => (servers[which] = again)), 3_000)
  }, Number(values.kill) * 1_000)
  const watch = setInterval(() => {
    const { last, filled } = simulator.progress()
    console.log(
      `${new Date().toISOString().slice(11, 19)} killed ${kills}`,
      JSON.stringify(last),
      JSON.stringify(filled),
    )
  }, 60_000)
  const { wrong: differences, compared } = await simulator.checked
  clearInterval(killer)
  clearInterval(watch)
  clearInterval(deciding)
  while (servers.includes(undefined)) await wait(200)

  console.log('Letting what waits be folded and delivered …')
  await wait(10_000)
  const { checks } = await ask(flowReconcile, {})
  const { outbox } = await ask(bridgeTraffic, {})
  const counted = await withClient(database.url, (client) =>
    client.query(`select (select count(*) from ledger.entry)::int as entries, (select count(*) from ledger.transfer)::int as transfers,
                         (select count(*) from bridge.event)::int as events, (select count(*) from users.app_user)::int as users,
                         (select count(*) from bridge.delivery where state = 'delivered')::int as delivered`),
  )
  console.log(counted.rows[0])
  console.table(
    checks.map((check: any) => ({
      check: check.key,
      left: check.left,
      right: check.right,
      differences: check.differences.length,
      ms: check.tookMs,
    })),
  )
  console.log({
    kills,
    decisions,
    slowReceived: slow.received(),
    waiting: outbox.waiting,
    dead: outbox.dead,
    walletsCompared: compared,
    walletsThatDiffer: differences.length,
  })
  for (const difference of differences.slice(0, 20)) console.log(JSON.stringify(difference))
  const bad = checks.filter((check: any) => check.left !== check.right || check.differences.length > 0)
  for (const check of bad) console.log(JSON.stringify(check, null, 1).slice(0, 2_000))
  process.exitCode = bad.length === 0 && differences.length === 0 ? 0 : 1
} finally {
  for (const server of servers) await server?.stop()
  proxy.close()
  slow.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A stable port while servers are restarted: connections go to a running one, in turn. */
async function openProxy() {
  let turn = 0
  const open = new Set<Socket>()
  const proxy = createProxy((client) => {
    const running = servers.filter((server) => server !== undefined)
    const server = running[turn++ % Math.max(1, running.length)]
    if (!server) return client.destroy()
    const { port, hostname } = new URL(server.url)
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
    return undefined
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Answers every command, late. */
async function openSlowReceiver(milliseconds: number) {
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => {
      received++
      response.writeHead(204).end()
    }, milliseconds)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/commands`,
    received: () => received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
