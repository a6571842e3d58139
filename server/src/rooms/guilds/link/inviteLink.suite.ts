// A guild's link, from the leader to the page and back. Run by `members.test.ts`, on its database.
import { inviteLink, inviteLinkSave } from '@greenroom/contract/guildLink'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import {
  admin,
  answer,
  app,
  dayMs,
  guildId,
  invite,
  leader,
  product,
  set,
  woman,
  world,
} from '../members/members.fixture.ts'

const open = (code: string, headers: Record<string, string> = {}) => product.app.inject({ url: `/j/${code}`, headers })
const visit = { 'sec-fetch-dest': 'document', 'accept-language': 'ar' }
const ask = (code: string, userId: string | number) =>
  product.app.inject({
    method: 'POST',
    url: `/j/${code}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ userId: String(userId) }).toString(),
  })
const seen = () => leader.call(inviteLink, {})
const stateOf = async () => (await seen()).asked.map(({ user, state, missing }) => [user.userId, state, missing])
/** Tests ask more often than one network may. */
const forgiven = () => sql`delete from access.public_try`.execute(product.database)

export function links(): void {
  describe('a link', () => {
    it('is opened, tells the leader who asked and what is missing, and leads to a member', async () => {
      await forgiven()
      expect(await seen()).toMatchObject({ guild: { guildId }, link: null, asked: [] })
      const { code } = await leader.call(inviteLinkSave, {})
      // Its code is no part of the log.
      const { rows } = await sql<{ entry: string }>`
        select to_jsonb(e)::text as entry from log.entry e where operation = 'member.link' order by id desc limit 1`.execute(
        product.database,
      )
      expect(rows[0]!.entry).toContain(String(guildId))
      expect(rows[0]!.entry).not.toContain(code)

      const page = await open(code, visit)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('dir="rtl"')
      expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
      await open(code, { 'user-agent': 'WhatsApp/2.0' })
      await open(code, { ...visit, 'sec-purpose': 'prefetch' })
      expect((await seen()).link).toMatchObject({ code, opened: 1 })

      await set(woman, { phone: '', certified: false, registered_at: product.clock.now() })
      expect((await ask(code, 'me')).statusCode).toBe(422)
      const thanked = await ask(
        code,
        String(woman).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      )
      // Nobody learns who has an account.
      const nobody = await ask(code, 987_654_321)
      expect([thanked.statusCode, nobody.statusCode]).toEqual([200, 200])
      expect(nobody.body).toBe(thanked.body)
      expect(await stateOf()).toEqual([[woman, 'missing', ['certificate', 'phone']]])
      await set(woman, { phone: '13800001111', certified: true })
      expect(await stateOf()).toEqual([[woman, 'ready', []]])
      expect(await invite(leader, [woman])).toMatchObject([{ ok: true }])
      expect(await stateOf()).toEqual([[woman, 'invited', []]])
      await app.accepted(answer(true))
      await ask(code, woman)
      expect(await stateOf()).toEqual([[woman, 'joined', []]])
      // The leader does not learn of a ban.
      await set(woman, { state: 'ban ID' })
      expect(await stateOf()).toEqual([[woman, 'joined', []]])
    })

    it('is replaced by a new one, and says nothing for a guild that takes nobody', async () => {
      await forgiven()
      const first = await leader.call(inviteLinkSave, {})
      const second = await leader.call(inviteLinkSave, {})
      expect((await open(first.code)).statusCode).toBe(404)
      expect((await open(second.code)).statusCode).toBe(200)
      for (const code of ['a', '../l/x', 'AAAAAAAAAAAAAAAA', "'"])
        expect((await open(encodeURIComponent(code))).statusCode).toBe(404)
      await product.database.updateTable('guilds.guild').set({ state: 'banned' }).where('id', '=', guildId).execute()
      expect((await open(second.code)).statusCode).toBe(404)
      expect((await ask(second.code, woman)).statusCode).toBe(404)
    })

    it('is a leader’s own; who asked is forgotten after 30 days, and a network asks ten times a minute', async () => {
      await forgiven()
      const { code } = await leader.call(inviteLinkSave, {})
      await set(woman, { registered_at: product.clock.now() })
      await ask(code, woman)
      expect(await stateOf()).toEqual([[woman, 'ready', []]])
      const other = (await person(product, { permissions: everyMenu(3), unionId: await aGuild(world) })).client
      expect(await other.call(inviteLink, {})).toMatchObject({ link: null, asked: [] })
      expect(await admin.refused(inviteLink, {})).toMatchObject({ code: 10032 })
      expect(await admin.refused(inviteLinkSave, {})).toMatchObject({ code: 10032 })
      await sql`update guilds.link_request set asked_at = ${new Date(product.clock.now().getTime() - 31 * dayMs)}`.execute(
        product.database,
      )
      expect((await seen()).asked).toEqual([])
      const states = []
      for (let tries = 0; tries < 11; tries++) states.push((await ask(code, 987_654_321)).statusCode)
      expect(states.at(-1)).toBe(429)
      const { rows } = await sql`select from guilds.link_request`.execute(product.database)
      expect(rows).toEqual([])
    })
  })
}
