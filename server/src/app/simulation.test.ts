// The simulated app beside a server: start, status and end; where it doesn't run, its client and accounts are disabled.
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demo, login } from '@greenroom/contract/access'
import { clientList } from '@greenroom/contract/clients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPassword, startProduct, type TestProduct } from '../../test/product.ts'
import { anAccount, password } from '../access/access.accounts.fixture.ts'
import { readConfig } from '../config.ts'
import { chainsOf } from '../rooms/chain/index.ts'
import { openSimulation } from './simulation.ts'

let product: TestProduct
let url: string
/** Where the first start served its pictures. */
let servedAt: string | undefined
const output: string[] = []
const print = (line: string) => void output.push(line.trim())
const path = process.env['PATH'] ?? ''

beforeAll(async () => {
  product = await startProduct({ SIMULATE: 'village' })
  await product.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
})
afterAll(() => product.close())

const demoAnswer = () => product.as(undefined).call(demo, {})
async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(100)
}

test('shows no accounts before it runs', async () => {
  expect(await demoAnswer()).toEqual({ running: false, progress: 0, accounts: [] })
})

test('fills the database through the bridge, and shows its accounts to those allowed', async () => {
  await product.simulation.start({ url, path, print })
  expect(output).toEqual(['A simulated village is being filled with three months of history.'])
  await until(async () => (await demoAnswer()).progress > 0.01)
  const { running, accounts } = await demoAnswer()
  expect(running).toBe(true)
  expect(accounts.map(({ role }) => role)).toEqual([
    'moderator',
    'service',
    'operations',
    'finance-maker',
    'finance-checker',
    'analyst',
  ])
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(6)
  // As on every new installation, some roles ask for a second factor: of colleagues, not of these accounts nor of the built-in one.
  await product.database.updateTable('access.role').set({ second_factor: 'google' }).where('id', '<>', 0).execute()
  for (const one of accounts) await product.login(one.username, one.password)
  await product.login('admin', adminPassword)
  const { id, username } = await anAccount(product, { secondFactor: 'google' })
  expect(await product.as(undefined).call(login, { username, password })).not.toHaveProperty('token')
  await product.database.updateTable('access.staff').set({ status: 0 }).where('id', '=', id).execute()
  const { count } = await product.database
    .selectFrom('users.app_user')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(10)
})

test('its pictures may be shown, and its commands go only to it', async () => {
  const [origin] = product.simulation.origins()
  const { headers } = await product.app.inject({ url: '/login' })
  expect(String(headers['content-security-policy'])).toContain(origin)
  expect((await fetch(`${origin}/media/portrait/100001.svg`)).status).toBe(200)
  const { records } = await (await product.administrator()).call(clientList, {})
  expect(records).toMatchObject([{ name: 'Simulated app', endpoint: `${origin}/commands`, enabled: true }])
  const { clientId } = records[0]!
  const of = { id: clientId, name: '', secrets: [] }
  expect(product.simulation.owns({ ...of, endpoint: `${origin}/commands` })).toBe(true)
  expect(product.simulation.owns({ ...of, endpoint: 'http://127.0.0.1:5432/' })).toBe(false)
  expect(product.simulation.owns({ ...of, id: clientId + 1, endpoint: `${origin}/commands` })).toBe(false)
})

test('unless requested, passwords are shown on this machine only and never through a proxy', async () => {
  const other = await startProduct()
  await other.simulation.start({ url, path, print: () => {} })
  const requested = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    other.as(undefined).send(demo, {}, { headers, remoteAddress })
  const shown = async (...from: Parameters<typeof requested>) => {
    const answer = await requested(...from)
    return answer.code === 200 ? answer.result.accounts.length : -1
  }
  expect(await shown({})).toBe(6)
  expect(await shown({}, '192.0.2.1')).toBe(0)
  expect(await shown({ host: 'greenroom.example.com' })).toBe(0)
  expect(await shown({ 'x-forwarded-for': '127.0.0.1' })).toBe(0)
  await other.close()
})

test('ends with the server, and removes its file', async () => {
  const [origin] = product.simulation.origins()
  servedAt = origin
  await product.simulation.close()
  await expect(fetch(`${origin}/media/portrait/100001.svg`)).rejects.toThrow()
  const file = join(product.dataDir, 'simulator', 'world')
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'latin1').split('\n')[0]).toMatch(/"size":"village"/)
  expect(await demoAnswer()).toEqual({ running: false, progress: 0, accounts: [] })
})

const another = (settings: Record<string, string>) =>
  openSimulation({
    config: readConfig({ LOG_LEVEL: 'error', DATA_DIR: product.dataDir, ...settings }),
    database: product.database,
    clock: product.clock,
    seals: product.seals,
    clients: product.bridge.clients,
    served: () => undefined,
    timeZone: () => 'UTC',
    params: {} as never,
    handlers: [],
    rounds: () => [],
    chains: chainsOf({ trc20: null, erc20: null }),
    watch: async () => {},
    onError: () => {},
  })

/** What a start prints. */
async function printed(config: Parameters<typeof another>[0]): Promise<string[]> {
  const lines: string[] = []
  const next = another(config)
  await next.start({ url, path, print: (line) => void lines.push(line.trim()) })
  await next.close()
  return lines
}

test('a start after an interrupted one says what may stay unfinished', async () => {
  expect(await printed({ SIMULATE: 'village' })).toEqual([
    'A simulated village is being filled with three months of history.',
    'The earlier start was interrupted: its history continues, but what it had begun of official content, promotion, guilds, agents and finance may stay unfinished. To begin again, stop and empty DATA_DIR or the database.',
  ])
})

test('a start that continues serves its pictures where the earlier one did: their addresses are stored', async () => {
  expect(servedAt).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const next = another({ SIMULATE: 'village' })
  await next.start({ url, path, print: () => {} })
  await until(async () => next.origins().length > 0)
  expect(next.origins()).toEqual([servedAt])
  expect((await fetch(`${servedAt}/media/portrait/100001.svg`)).status).toBe(200)
  await next.close()
})

test('another size is not filled into an installation that has one, and the start says so', async () => {
  await product.database.updateTable('kit.simulation').set({ filled_at: product.clock.now() }).execute()
  expect(await printed({ SIMULATE: 'town' })).toEqual([
    'SIMULATE=town is ignored: this installation has a village, and the size is chosen once. For another, start with an empty DATA_DIR or database.',
    'The simulated village continues.',
  ])
  const kept = await product.database.selectFrom('kit.simulation').select(['size', 'filled_at']).execute()
  expect(kept).toEqual([{ size: 'village', filled_at: expect.any(Date) }])
})

test('a start without it disables its client and its accounts', async () => {
  const shown = await product.database.selectFrom('access.staff').select(['username', 'status']).execute()
  expect(shown.filter(({ status }) => status === 1)).toHaveLength(7)
  await another({ SIMULATE: 'off' }).start({ url, path, print })
  const staff = await product.database.selectFrom('access.staff').select(['username', 'status']).execute()
  expect(staff.filter(({ status }) => status === 1).map(({ username }) => username)).toEqual(['admin'])
  const { records } = await (await product.administrator()).call(clientList, {})
  expect(records).toMatchObject([{ enabled: false }])
})

test('a public site gets none unless requested', async () => {
  for (const settings of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://greenroom.example.com' }]) {
    const open = another(settings)
    await open.start({ url, path, print })
    await open.close()
  }
  // The setting is not given.
  expect(output).toHaveLength(1)
})

test('an external database gets none unless requested', async () => {
  await product.database.deleteFrom('kit.simulation').execute()
  const none = another({ DATABASE_URL: 'postgres://u@h/d' })
  await none.start({ url, path, print })
  expect(none.origins()).toEqual([])
  // Users of a real app are there.
  const real = another({})
  await real.start({ url, path, print })
  expect(real.origins()).toEqual([])
  expect(output).toHaveLength(1)
})
