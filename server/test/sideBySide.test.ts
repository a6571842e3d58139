// The release before and this one serve side by side on one database while it is updated: nothing is refused, nothing is lost, and the older one
// takes nothing back. Both are processes of their own, as an operator starts them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { login } from '@greenroom/contract/access'
import { type AnyCall, basePath, type Payload } from '@greenroom/contract/call'
import { newId, operationIdField } from '@greenroom/contract/operationId'
import { userNoteSave } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createClient, type Event } from '../../bridge-client/src/index.ts'
import { platformClock } from '../src/kit/clock.ts'
import { openDatabase } from '../src/kit/database/database.ts'
import { openSeals, proverAt } from '../src/kit/encryption/index.ts'
import { verifyLedger } from '../src/ledger/index.ts'
import { verifyLog } from '../src/log/index.ts'
import { migrations, refreshFunctions } from '../src/migrations/index.ts'
import { release } from '../src/migrations/release.ts'
import { reconcile } from '../src/rooms/flow/reconcile/reconcile.service.ts'
import { addedClient } from './bridge.ts'
import { buildOf, previousRelease } from './previousRelease.ts'
import { adminPassword, formOf } from './product.ts'
import { operator } from './programs.ts'
import { databaseAt, withClient } from './server.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const before = previousRelease()
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'greenroom-beside-'))
const keys = join(folder, 'seal.keys')
const running = new Set<ChildProcess>()
let url: string

beforeAll(async () => {
  const name = `${inject('databasePrefix')}beside`
  await withClient(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  url = databaseAt(inject('serverUrl'), name)
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Server = { url: string; stop(): Promise<number | null> }

/** Starts a build's server, as `npm start` does. @returns it when it is ready, or what it said and how it ended */
async function start(build: string, name: string): Promise<{ server?: Server; said: string; code?: number | null }> {
  const child = spawn(process.execPath, [join(build, 'server/src/main.ts')], {
    cwd: build,
    env: operator({
      DATABASE_URL: url,
      DATA_DIR: join(folder, name),
      SEAL_KEYS: keys,
      ADMIN_PASSWORD: adminPassword,
      PORT: '0',
      SIMULATE: 'off',
      LOG_FORMAT: 'text',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`
      const [, address] = /Greenroom is ready at (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
  })
  const found = await Promise.race([ready, ended])
  if (typeof found !== 'string') return { said, code: found }
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { server: { url: found, stop }, said }
}

const started = async (build: string, name: string): Promise<Server> => {
  const { server, said } = await start(build, name)
  if (!server) throw new Error(`${name} did not start: ${said}`)
  return server
}

/** A call of staff. @returns its result. @throws if it is refused */
async function ask(server: Server, call: AnyCall, payload: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}${basePath}${call.path}?${operationIdField}=${newId()}`, {
    method: call.method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(token && { token }) },
    body: formOf(payload),
  })
  const envelope = (await response.json()) as { code: number; result: Record<string, unknown> }
  if (envelope.code !== 200) throw new Error(`${call.name} at ${server.url}: ${JSON.stringify(envelope)}`)
  return envelope.result
}

const firstUser = 1_000

/** A user who registers, pays, and writes a paid message to the first one. */
function eventsOf(nth: number): Event[] {
  const userId = firstUser + nth
  const orderId = `order-${nth}`
  const registered: Event = {
    type: 'user.registered',
    data: {
      userId,
      nickname: `P${userId}`,
      sex: nth === 0 ? 'woman' : 'man',
      country: 'DE',
      language: 'en',
      platform: 'ios',
      deviceId: `d${userId}`,
    },
  }
  const created: Event = {
    type: 'recharge.created',
    data: {
      orderId,
      userId,
      product: 'tokens-1000',
      tokens: 1_000,
      promoTokens: 0,
      usdCents: 999,
      gateway: 'playstore',
      currency: 'USD',
      amountMinor: 999,
    },
  }
  const paid: Event = {
    type: 'recharge.paid',
    data: { orderId, gatewayReference: `pay-${nth}`, feeUsdCents: 30, payerReference: `card-${nth}` },
  }
  const wrote: Event = {
    type: 'text.charged',
    data: { senderId: userId, receiverId: firstUser, tokens: 5 },
  }
  return [registered, created, paid, ...(nth === 0 ? [] : [wrote])]
}

const writers = (): Promise<{ name: string; hash: string; release: string }[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select name, hash, release from kit.function_file order by name')
    return rows as { name: string; hash: string; release: string }[]
  })

/** Whether this release has a migration that the build lacks. */
function hasNewMigration(build: string): boolean {
  const then = JSON.parse(readFileSync(join(build, 'server/src/migrations/released.json'), 'utf8')) as object
  return Object.keys(migrations).some((name) => !Object.hasOwn(then, name))
}

test('without its commit in the history, the build of a release is refused in a sentence that says what to do', () => {
  const missing = 'f'.repeat(40)
  expect(() => buildOf(before, missing)).toThrow(
    `The commit ${missing} of Greenroom ${before} is not in this repository's history, so its build can't be tried beside this one: ` +
      'fetch the whole history (git fetch --unshallow).',
  )
})

test(`${before} and ${release} serve one database while it is updated and its functions are replaced: nothing is refused, lost, or taken back`, async () => {
  const older = await started(buildOf(before), 'older')
  expect(new Set((await writers()).map((file) => file.release))).toEqual(new Set([before]))
  const database = openDatabase(url, { max: 2 })
  const seals = await openSeals(database, keys, [])
  const clock = await platformClock(database, 60_000)
  const { secret } = await addedClient({ database, clock, seals })
  clock.close()
  // As after the first day: the password is enough here.
  await withClient(url, (client) => client.query(`update access.role set second_factor = 'none'`))
  const { token } = (await ask(older, login, { username: 'admin', password: adminPassword })) as { token: string }

  const sent: string[] = []
  const servers = [older]
  let going = true
  let round = 0
  const feed = async () => {
    for (; going; round++) {
      const at = round
      for (const server of servers) {
        const client = createClient({ url: server.url, secret, retry: { attempts: 1 } })
        const answers = await client.send(eventsOf(at * 2 + servers.indexOf(server)))
        for (const answer of answers) expect(answer, server.url).toMatchObject({ status: 'accepted' })
        sent.push(...answers.map(({ id }) => id))
      }
      const note: Payload<typeof userNoteSave> = { userId: firstUser + at * 2, text: `round ${at}` }
      for (const server of servers) await ask(server, userNoteSave, note, token)
    }
  }
  const fed = feed()
  // What it refuses ends the test at once.
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, fed.then(() => work)])
  try {
    await during(vi.waitFor(() => expect(round).toBeGreaterThan(2), { timeout: 30_000 }))
    const newer = await during(started(root, 'newer'))
    servers.push(newer)
    const together = round
    await during(vi.waitFor(() => expect(round).toBeGreaterThan(together + 8), { timeout: 60_000 }))
    // Every function and trigger is replaced while both serve, as an update does with the files that it changed.
    for (const name of ['first', 'second']) {
      await withClient(url, (client) =>
        client.query(`update kit.function_file set hash = $1 where name not like '% %'`, [name]),
      )
      await during(refreshFunctions(database))
      const replaced = round
      await during(vi.waitFor(() => expect(round).toBeGreaterThan(replaced + 2), { timeout: 60_000 }))
    }
    const written = await writers()
    expect(written.filter(({ hash, release: by }) => /first|second/.test(hash) || by !== release)).toEqual([])

    // The one before that is started again refuses in a sentence once a migration has run that it lacks; those that run go on.
    const again = await during(start(buildOf(before), 'older'))
    if (hasNewMigration(buildOf(before))) {
      expect(again.code).toBe(1)
      expect(again.said).toMatch(
        new RegExp(`^This database was updated by Greenroom ${release}, and this is ${before}\\.[^\\n]*\\n$`),
      )
      // 0.2.0 says that it is ready a moment before it takes a signal as a wish.
    } else expect([0, null]).toContain(await again.server!.stop())
    expect(await writers()).toEqual(written)
    going = false
    await fed
    expect([await older.stop(), await newer.stop()]).toEqual([0, 0])
    expect(await writers()).toEqual(written)

    const { rows } = await withClient(url, (client) =>
      client.query('select count(*)::int as kept from bridge.event where id = any ($1) and refused is null', [sent]),
    )
    expect(rows).toEqual([{ kept: sent.length }])
    expect(sent.length).toBeGreaterThan(50)
    expect(await verifyLedger(database)).toEqual([])
    expect(await verifyLog(database, await proverAt(keys))).toMatchObject({ broken: null, unproved: null })
    const context = { now: new Date(), scope: { kind: 'platform' }, timeZone: 'UTC', database }
    const { checks } = await reconcile(context as Parameters<typeof reconcile>[0])
    expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([])
  } finally {
    going = false
    await fed.catch(() => {})
    await database.destroy()
  }
})
