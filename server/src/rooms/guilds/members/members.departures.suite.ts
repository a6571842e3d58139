// Leaving a guild, and being expelled. Run by `members.test.ts`, on its database.
import { memberAgree, memberExpel } from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { aGuild, anAnchorToBe } from '../../../../test/world/guilds.ts'
import { commandsAbout } from '../../users/people.fixture.ts'
import {
  answer,
  app,
  codesOf,
  guildId,
  invite,
  join,
  leader,
  leave,
  logged,
  product,
  reason,
  round,
  rows,
  set,
  weekEnd,
  weekOver,
  woman,
  world,
} from './members.fixture.ts'

export function departures(): void {
  describe('leaving', () => {
    it('is approved, takes effect at the end of the week, and then frees the anchor for another guild', async () => {
      const id = await join()
      expect(codesOf((await leader.call(memberAgree, { ids: [id] })).outcomes)).toEqual([20000])
      await app.accepted(leave())
      expect((await leader.call(memberAgree, { ids: [id] })).outcomes).toEqual([{ id, ok: true }])
      expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'left', ends_at: await weekEnd() }])
      expect(await leader.call(memberAgree, { ids: [id] })).toMatchObject({
        outcomes: [{ errorCode: 20000, reason: 'member.agreed' }],
      })
      const other = await aGuild(world)
      const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
      expect(codesOf(await invite(otherLeader, [woman]))).toEqual([30009])

      await weekOver()
      await Promise.all([round('guild-members'), round('guild-members')])
      expect(await rows()).toMatchObject([{ state: 'left' }])
      expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toMatchObject([
        { guildId, reason: 'left' },
      ])
      expect((await logged()).filter(({ operation }) => operation === 'member.end')).toMatchObject([
        { username: 'system' },
      ])
      await join(woman, otherLeader, other)
    })

    it('is approved automatically after the parameter’s time', async () => {
      await join()
      await app.accepted(leave())
      await round('guild-members')
      expect(await rows()).toMatchObject([{ state: 'leaving', ends_at: null }])
      await sql`update guilds.member set leave_asked_at = leave_asked_at - interval '7 days' where user_id = ${woman}`.execute(
        product.database,
      )
      await Promise.all([round('guild-members'), round('guild-members')])
      expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'left', ends_at: await weekEnd(), by: 'system' }])
      expect((await logged()).filter(({ operation }) => operation === 'member.agree')).toHaveLength(1)
    })

    it('that is due ends with the answer to another guild, even if no round ran', async () => {
      const id = await join()
      await app.accepted(leave())
      await leader.call(memberAgree, { ids: [id] })
      const other = await aGuild(world)
      await product.database
        .insertInto('guilds.member')
        .values({ guild_id: other, user_id: BigInt(woman), state: 'invited', since: product.clock.now() })
        .execute()
      expect(await app.rejected(answer(true, other))).toBe(30009)
      await weekOver()
      await app.accepted(answer(true, other))
      expect((await rows()).map(({ state }) => state)).toEqual(['left', 'active'])
    })
  })

  describe('expelling', () => {
    it('takes effect at the end of the week, for a banned one at once', async () => {
      const [id, banned] = [await join(), await anAnchorToBe(world)]
      const bannedId = await join(banned)
      await set(banned, { state: 'ban ID' })
      expect((await leader.call(memberExpel, { ids: [id, bannedId], reason })).outcomes).toEqual([
        { id, ok: true },
        { id: bannedId, ok: true },
      ])
      expect(await rows()).toMatchObject([
        { state: 'leaving', ending: 'expelled', end_reason: reason, ends_at: await weekEnd() },
      ])
      expect(await rows(banned)).toMatchObject([{ state: 'expelled', end_reason: reason }])
      expect((await commandsAbout(product, banned)).at(-1)).toMatchObject({ type: 'guild.removed', reason })
      expect((await logged()).at(-1)).toMatchObject({ operation: 'member.expel', reason, before: { state: 'active' } })
      expect(codesOf((await leader.call(memberExpel, { ids: [id, bannedId], reason })).outcomes)).toEqual([
        20000, 20000,
      ])
      expect(await leader.refused(memberExpel, { ids: [id], reason: ' ' })).toEqual({ code: 11004, fields: ['reason'] })
      const guild = await product.database
        .selectFrom('guilds.guild')
        .select('members')
        .where('id', '=', guildId)
        .executeTakeFirst()
      expect(guild).toEqual({ members: 1 })
    })

    it('and leaving at the same moment: the member is expelled once', async () => {
      const id = await join()
      await Promise.all([
        leader.call(memberExpel, { ids: [id], reason }),
        app.accepted(leave()),
        leader.call(memberAgree, { ids: [id] }),
      ])
      expect(await rows()).toMatchObject([{ state: 'leaving', ending: 'expelled' }])
      await weekOver()
      await round('guild-members')
      expect(await rows()).toMatchObject([{ state: 'expelled' }])
      expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toHaveLength(1)
    })

    it('then another guild may take the person when the week is over', async () => {
      const id = await join()
      await set(woman, { state: 'ban ID' })
      await leader.call(memberExpel, { ids: [id], reason })
      await set(woman, { state: 'normal' })
      const other = await aGuild(world)
      const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
      await invite(otherLeader, [woman])
      expect(await app.rejected(answer(true, other))).toBe(30009)
      await weekOver()
      await app.accepted(answer(true, other))
    })
  })
}
