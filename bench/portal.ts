// Leaders and agents on a phone on slow 3G (400 kbit/s, 400 ms) with a processor four times slower: seconds from the address until the page is useful,
// with an empty cache and again, and all bytes that were sent until nothing more was. `node bench/portal.ts [--runs=3]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../server/src/kit/database/database.ts'
import { hashToken, newId, newToken } from '../server/src/kit/random.ts'
import { openBrowser, throttle } from './lib/browser.ts'
import { fillAgents } from './lib/fill-agents.ts'
import { fillUsers } from './lib/fill-users.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'
import { type SlowLine, slowLine } from './lib/slowLine.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = Number(values.runs)
const anchors = 12

type Screen = { name: string; path: string; token?: string; portal?: string; useful: (page: Page) => Promise<unknown> }

/** A guild of some anchors, and a session of its leader. */
async function leaderToken(database: Database): Promise<string> {
  const now = new Date()
  const token = newToken()
  await sql`
    with people as (select id, row_number() over (order by id desc) n from users.app_user where state = 'normal' order by id desc limit ${anchors + 1}),
    guild as (
      insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at, approved_at, members,
                                settlement_method)
      select 'Bench guild', id, 'Leader', 'l@example.com', '86', '13000000001', 'normal', now() - interval '80 days',
             now() - interval '79 days', ${anchors}, 'guild pickup' from people where n = 1 returning id),
    member as (
      insert into guilds.member (guild_id, user_id, state, since, invited_at)
      select guild.id, people.id, 'active', now() - interval '70 days', now() - interval '71 days' from guild, people where n > 1 returning 1),
    made as (
      insert into access.staff (username, password_hash, union_id, created_at) select 'bench-leader', '-', id, now() from guild returning id),
    role as (insert into access.staff_role (staff_id, role_id)
      select made.id, r.id from made cross join access.role r where r.name = 'Guild leader' returning 1)
    insert into access.session (id, token_hash, staff_id, ip, user_agent, factor, created_at, last_used_at, expires_at)
    select ${newId(now)}, ${hashToken(token)}, id, '127.0.0.1', 'bench', 'sms', ${now}, ${now}, ${now}::timestamptz + interval '1 day' from made
  `.execute(database)
  return token
}

/** Opens it with an empty cache, and again. */
async function opened(browser: Browser, line: SlowLine, { path, token, portal, useful }: Screen) {
  const url = `http://127.0.0.1:${line.port}`
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    hasTouch: true,
    isMobile: true,
  })
  if (token) await context.addCookies([{ name: 'Admin-Token', value: token, url }])
  if (portal) await context.addCookies([{ name: 'portal', value: portal, url }])
  const seconds: number[] = []
  const bytes: number[] = []
  for (let time = 0; time < 2; time++) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let sum = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (sum += encodedDataLength))
    await throttle(session, 4)
    const started = performance.now()
    await page.goto(`${url}${path}?lang=en`, { waitUntil: 'commit' })
    await useful(page)
    seconds.push((performance.now() - started) / 1_000)
    // Nothing was asked for during half a second; the event stream never ends.
    await page.waitForLoadState('networkidle').catch(() => {})
    bytes.push(sum / 1_024)
    await page.close()
  }
  await context.close()
  return { seconds, bytes }
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const place = await openDatabaseForBench()
const database = openDatabase(place.url, { max: 2 })
const browser = await openBrowser()
try {
  await fillUsers(place.url, 1_000)
  const [seller] = await fillAgents(database, 1)
  const leader = await leaderToken(database)
  const product = await startProduct(place.url, folder, [], { SIMULATE: 'off' })
  const line = await slowLine(Number(new URL(product.url).port), 400, 50)
  const agent = { token: seller!.token, portal: 'agent' }
  const screens: Screen[] = [
    {
      name: 'log-in, form of the page',
      path: '/login',
      useful: (page) => page.locator('input[name=username]').fill('agent'),
    },
    {
      name: 'log-in, the app',
      path: '/login',
      useful: (page) => page.locator('#root form button[type=submit]').waitFor(),
    },
    {
      name: 'Sell',
      path: '/RechargeAgent/sell',
      ...agent,
      useful: (page) => page.getByLabel('User ID').fill('100001'),
    },
    {
      name: 'Home, agent',
      path: '/dashboard',
      ...agent,
      useful: (page) => page.getByText('Sold today').first().waitFor(),
    },
    {
      name: 'Home, leader',
      path: '/dashboard',
      token: leader,
      portal: 'leader',
      useful: (page) => page.locator('main dl dd').first().waitFor(),
    },
  ]
  for (const screen of screens) {
    const all: Awaited<ReturnType<typeof opened>>[] = []
    for (let run = 0; run < runs; run++) all.push(await opened(browser, line, screen))
    const of = (kind: 'seconds' | 'bytes', time: number) => median(all.map((one) => one[kind][time]!))
    console.log(
      `${screen.name}: cold ${of('seconds', 0).toFixed(1)} s, ${of('bytes', 0).toFixed(0)} KB; ` +
        `again ${of('seconds', 1).toFixed(1)} s, ${of('bytes', 1).toFixed(0)} KB; load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  line.close()
  await product.stop()
} finally {
  await browser.close()
  await database.destroy()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
}
