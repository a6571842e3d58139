// Two servers behind a proxy, replaced one after the other: every call is answered.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, get, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from './database.ts'
import { operator } from './programs.ts'
import { startTemplate } from './server.ts'
import { adminPassword } from './started.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-test-'))

type Running = { address: string; lines: Record<string, unknown>[]; stop(): Promise<number | null> }
const running = new Set<ChildProcess>()

/** A process of its own; its log is read as it writes it where nobody looks at a terminal. */
async function start(databaseUrl: string): Promise<Running> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: operator({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      SIMULATE: 'off',
      DRAIN_SECONDS: '1',
      MIGRATE_AT_START: 'off',
      DATABASE_REPLCA_URL: 'postgres://nowhere',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const lines: Record<string, unknown>[] = []
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const read = JSON.parse(line) as Record<string, unknown>
      lines.push(read)
      const [, found] = /Greenroom is ready at (\S+)/.exec(String(read['msg'])) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(JSON.stringify(lines))))
  })
  return {
    address,
    lines,
    stop() {
      child.kill('SIGTERM')
      return ended.finally(() => running.delete(child))
    },
  }
}

const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    get(url, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', () => resolve(0))
  })

/** As `deploy/Caddyfile`: asks each for its health, sends to those that are well, keeps connections, tries again where none was made. */
function openProxy(everyMs: number) {
  const agent = new Agent({ keepAlive: true })
  const servers: { address: string; isWell: boolean }[] = []
  let next = 0
  const checking = setInterval(() => {
    for (const one of servers) void statusOf(`${one.address}/readyz`).then((status) => (one.isWell = status === 200))
  }, everyMs)
  const server: Server = createServer((asked, answered) => {
    const pass = (tries: number) => {
      const well = servers.filter(({ isWell }) => isWell)
      const to = well[next++ % well.length]
      if (!to || tries === 0) return void answered.writeHead(502).end()
      const onward = request(`${to.address}${asked.url}`, { method: asked.method, headers: asked.headers, agent })
      onward.on('response', (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(answered)
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return pass(tries - 1)
        answered.writeHead(502).end()
      })
      asked.pipe(onward)
    }
    pass(3)
  })
  return { server, servers, close: () => (clearInterval(checking), agent.destroy(), server.close()) }
}

let databaseUrl: string
beforeAll(async () => {
  databaseUrl = (await freshDatabase(startTemplate)).url
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('of a thousand calls none is left unanswered while both are replaced, and the log is an object a line', {
  timeout: 120_000,
}, async () => {
  const [one, other] = await Promise.all([start(databaseUrl), start(databaseUrl)])
  const proxy = openProxy(100)
  proxy.servers.push(...[one, other].map(({ address }) => ({ address, isWell: true })))
  await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve))
  const front = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
  const login = await fetch(`${front}/cms/sys/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: adminPassword }),
  })
  const { result } = (await login.json()) as { result: { token: string } }

  let [isOver, calls] = [false, 0]
  const bad: unknown[] = []
  const caller = async () => {
    while (!isOver || calls < 1_000) {
      const response = await fetch(`${front}/cms/sys/user/info/login`, {
        headers: { token: result.token, 'x-request-id': `call-${calls}` },
      }).catch((error: unknown) => error as Error)
      calls++
      if (response instanceof Error) bad.push(response.message)
      else {
        const text = await response.text()
        if (response.status !== 200 || !text.startsWith('{"code":200')) bad.push([response.status, text.slice(0, 200)])
        if (!/^call-\d+$/.test(response.headers.get('x-request-id') ?? '')) bad.push('no id')
      }
      await sleep(4)
    }
  }
  const callers = Array.from({ length: 4 }, caller)
  for (const [at, before] of [one, other].entries()) {
    const leaving = before.stop()
    // It serves on, and says that it leaves.
    await expect.poll(() => statusOf(`${before.address}/readyz`), { interval: 10 }).toBe(503)
    expect(await statusOf(`${before.address}/readyz?serves`)).toBe(200)
    const [code, after] = await Promise.all([leaving, start(databaseUrl)])
    expect(code).toBe(0)
    proxy.servers[at] = { address: after.address, isWell: false }
    await expect.poll(() => proxy.servers[at]!.isWell).toBe(true)
  }
  isOver = true
  await Promise.all(callers)
  proxy.close()
  expect([bad, calls >= 1_000]).toEqual([[], true])

  const said = one.lines.map(({ level, time, msg }) => ({ level, isTimed: String(time).endsWith('Z'), msg }))
  expect(said).toContainEqual({
    level: 'warn',
    isTimed: true,
    msg: expect.stringMatching(/^ *WARNING: DATABASE_REPLCA_URL is no setting/),
  })
  expect(said.at(-1)).toMatchObject({ level: 'info', msg: 'SIGTERM: finishing running work, then closing.' })
})
