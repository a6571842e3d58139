// Guilds for browser tests: leaders, applications through the public page, anchors, and moving the clock.
import { login, userInfo } from '@greenroom/contract/access'
import { expect, type Page } from '@playwright/test'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { openParams } from '../../server/src/params/index.ts'
import { foldFigures } from '../../server/src/rooms/guilds/figures/guildFold.service.ts'
import { settlementRounds } from '../../server/src/rooms/guilds/settlement/settlement.rounds.ts'
import { ensureWeeks } from '../../server/src/rooms/guilds/weeks/weeks.service.ts'
import { unique } from './people.ts'
import type { Server } from './server.ts'
import { type Spoken, textsOf } from './texts.ts'

const password = 'Guild-2026'

let people = 600_000 + (Date.now() % 100_000)
const insertPerson = async (server: Server, nickname: string) => {
  const id = people++
  const phone = `136${String(Date.now()).slice(-6)}${String(id).slice(-2)}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, area_code, phone, created_at, certified, birthday)
     values ($1, $2, 'woman', '+86', $3, now(), true, '1990-01-01')`,
    [id, nickname, phone],
  )
  return { id: String(id), phone }
}

/** An app user of age, who may lead a guild. */
export const leaderToBe = (server: Server) => insertPerson(server, 'Lin')

/** An app user who can be invited by a guild. */
export async function anchorToBe(server: Server) {
  const nickname = unique('Anchor ')
  const { id } = await insertPerson(server, nickname)
  await server.query(
    `insert into audits.item (id, kind, user_id, state, submitted_at) values ('cover ' || $1::bigint, 'cover', $1, 'passed', now())`,
    [id],
  )
  return { id: Number(id), nickname }
}

/** A guild of the database, without an account. */
export async function aGuild(server: Server, options: { name?: string; parentId?: number; state?: string } = {}) {
  const leader = await leaderToBe(server)
  const name = options.name ?? unique('Guild ')
  const [guild] = await server.query<{ id: number }>(
    `insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state,
                               registered_at, approved_at)
     values ($1, $2, $3, 'Lin Yue', 'lin@example.com', '86', $4, $5, now() - interval '6 days', now() - interval '6 days')
     returning id`,
    [name, options.parentId ?? null, leader.id, leader.phone, options.state ?? 'normal'],
  )
  return { guildId: guild!.id, name }
}

/** Signs the browser in as the account of a registered guild. */
export async function logInAs(page: Page, server: Server, username: string): Promise<void> {
  const { token } = await server.as().call(login, { username, password })
  if (token === undefined) throw new Error('a second step is asked for')
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.url }])
}

/** Applies on the public page, with the code that was sent. */
export async function registerGuild(page: Page, server: Server, language: Spoken = 'en') {
  const words = textsOf(language, 'access')
  const goOn = textsOf(language, 'common')('continue')
  const named = (name: string) => page.getByRole('textbox', { name })
  const field = (name: string) => named(words(`register.fields.${name}`))
  const next = () => page.getByRole('button', { name: goOn }).click()
  const leader = await leaderToBe(server)
  const [guild, account] = [unique('Star / 50%.'), unique('leader')]
  await page.goto(`/register?lang=${language}`)
  await field('unionName').fill(guild)
  await next()
  await field('leaderName').fill('Lin Yue')
  await field('userNumber').fill(leader.id)
  await field('leaderEmail').fill('lin@example.com')
  await field('leaderPhone').fill(leader.phone)
  await next()
  await field('cmsUserName').fill(account)
  await field('cmsPassWord').first().fill(password)
  await field('passwordAgain').fill(password)
  await next()
  await page.getByRole('button', { name: words('code.send') }).click()
  await expect.poll(() => server.sms(leader.phone).length).toBe(1)
  await field('smsCode').fill(server.sms(leader.phone)[0]?.code ?? '')
  await page.getByRole('button', { name: words('register.submit') }).click()
  await expect(page).toHaveURL(/\/success$/)
  return { guild, account }
}

/** Moves the platform's clock; resolves when the server has read it. */
export async function moveClock(server: Server, to: Date): Promise<void> {
  await server.query('update kit.clock set wall_at = now(), platform_at = $1', [to])
  const administrator = await server.administrator()
  const behind = async () => {
    const { platform } = await administrator.call(userInfo, {})
    return Math.abs(new Date(platform.now).getTime() - to.getTime())
  }
  await expect.poll(behind).toBeLessThan(60_000)
}

/** Folds new facts and runs the weekly jobs as of a given time, until the ended week has its drafts. */
export async function settleWeek(server: Server, at: Date): Promise<void> {
  const database = openDatabase(server.databaseUrl, { max: 3 })
  const params = await openParams(database, 60_000)
  const clock = { now: () => at } as never
  const [rounds] = settlementRounds({ database, clock, params })
  await ensureWeeks(database, at, 'UTC')
  await expect
    .poll(async () => {
      while (await foldFigures({ database, now: at, zone: 'UTC' }));
      await rounds!.run(() => true)
      return (await server.query(`select from guilds.settlement where drafted_at >= $1`, [at])).length
    })
    .toBeGreaterThan(0)
  params.close()
  await database.destroy()
}
