// Invitations to a guild. Run by `members.test.ts`, on its database.
import { memberInvite, memberList, memberTakeBack } from '@greenroom/contract/guildMembers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { aGuild, anAnchorToBe } from '../../../../test/world/guilds.ts'
import { commandsAbout } from '../../users/people.fixture.ts'
import {
  admin,
  answer,
  app,
  codesOf,
  dayMs,
  guildId,
  idOf,
  invite,
  join,
  leader,
  logged,
  product,
  round,
  rows,
  set,
  woman,
  world,
} from './members.fixture.ts'

export function invitations(): void {
  describe('an invitation', () => {
    it('reaches the app, is logged, and expires after the parameter’s time', async () => {
      expect(await invite(leader, [woman])).toEqual([{ id: woman, ok: true }])
      const [row] = await rows()
      expect(row).toMatchObject({ guild_id: guildId, state: 'invited', version: 1 })
      expect(row!.expires_at!.getTime() - row!.since.getTime()).toBe(7 * dayMs)
      expect(await commandsAbout(product, woman)).toMatchObject([
        { type: 'guild.invited', guildId, userId: woman, expiresAt: row!.expires_at!.toISOString() },
      ])
      expect(await logged()).toMatchObject([
        {
          operation: 'member.invite',
          menu_key: 'guilds.memberList',
          before: null,
          after: { guildId, state: 'invited' },
        },
      ])
      await app.accepted(answer(true))
      expect(await rows()).toMatchObject([{ state: 'active', expires_at: null }])
      const { records } = await leader.call(memberList, {})
      expect(records).toMatchObject([{ user: { userId: woman }, state: 'active', points: 0 }])
    })

    it('reports for each user of a list why it was not sent', async () => {
      const [man, banned, flagged, minor, unknownAge, uncertified, noPhone, noCover, elsewhere, leading] =
        await Promise.all(Array.from({ length: 10 }, () => anAnchorToBe(world)))
      await set(man!, { sex: 'man' })
      await set(banned!, { state: 'ban ID' })
      await set(flagged!, { market_audit: true })
      await set(minor!, { birthday: new Date(Date.now() - 17 * 365 * dayMs) })
      await set(unknownAge!, { birthday: null })
      await set(uncertified!, { certified: false })
      await set(noPhone!, { phone: '', area_code: '' })
      await product.database.deleteFrom('audits.item').where('user_id', '=', BigInt(noCover!)).execute()
      const otherGuild = await aGuild(world)
      await product.database
        .insertInto('guilds.member')
        .values({ guild_id: otherGuild, user_id: BigInt(elsewhere!), state: 'active', since: product.clock.now() })
        .execute()
      await product.database
        .updateTable('guilds.guild')
        .set({ leader_user_id: BigInt(leading!) })
        .where('id', '=', otherGuild)
        .execute()
      await invite(leader, [woman])
      const member = await anAnchorToBe(world)
      await join(member)
      const outcomes = await invite(leader, [
        'abc',
        '0',
        '00012',
        987_654_321,
        man!,
        banned!,
        flagged!,
        minor!,
        unknownAge!,
        uncertified!,
        elsewhere!,
        leading!,
        noPhone!,
        noCover!,
        woman,
        member,
      ])
      expect(codesOf(outcomes)).toEqual([
        30008, 30008, 30008, 30016, 20001, 30013, 30013, 30013, 30013, 30013, 30009, 30009, 30011, 30012, 20000, 20000,
      ])
      expect(outcomes[0]).toMatchObject({ id: 'abc' })
      expect(outcomes[7]).toMatchObject({ reason: 'member.under', params: { age: 18 } })
      expect(await invite(leader, [man!, await anAnchorToBe(world)])).toMatchObject([{ ok: false }, { ok: true }])
    })

    it('is refused for all users if the guild is not normal, or not the caller’s', async () => {
      const ids = [String(woman)]
      const states = {
        'under review': { code: 30006 },
        banned: { code: 30004 },
        dissolved: { code: 30003 },
        rejected: { code: 1000002, reason: 'member.guildState' },
      } as const
      for (const [state, refusal] of Object.entries(states)) {
        await product.database
          .updateTable('guilds.guild')
          .set({ state: state as 'normal' })
          .where('id', '=', guildId)
          .execute()
        expect(await admin.refused(memberInvite, { ids, guildId })).toEqual({ ...refusal, fields: ['guildId'] })
      }
      expect(await admin.refused(memberInvite, { ids })).toEqual({
        code: 10009,
        fields: ['guildId'],
        reason: 'member.whichGuild',
      })
      expect(await admin.refused(memberInvite, { ids, guildId: 999_999 })).toMatchObject({ code: 10032 })
      await product.database.updateTable('guilds.guild').set({ state: 'normal' }).where('id', '=', guildId).execute()
      const other = await aGuild(world)
      const { client } = await person(product, { permissions: everyMenu(3), unionId: guildId })
      expect(await client.refused(memberInvite, { ids, guildId: other })).toMatchObject({ code: 10032 })
      expect(await client.refused(memberInvite, { ids: [] })).toMatchObject({ code: 10009, reason: 'batch.empty' })
      expect(await rows()).toEqual([])
    })

    it('is withdrawn, and can no longer be accepted', async () => {
      await invite(leader, [woman])
      const id = await idOf()
      expect((await leader.call(memberTakeBack, { ids: [id] })).outcomes).toEqual([{ id, ok: true }])
      expect(await rows()).toEqual([])
      expect((await commandsAbout(product, woman)).at(-1)).toMatchObject({
        type: 'guild.removed',
        guildId,
        reason: 'taken back',
      })
      expect(codesOf((await leader.call(memberTakeBack, { ids: [id] })).outcomes)).toEqual([10032])
      expect(await app.rejected(answer(true))).toBe(10032)
      await join()
      expect(codesOf((await leader.call(memberTakeBack, { ids: [await idOf()] })).outcomes)).toEqual([20000])
    })

    it('expires by itself, once', async () => {
      await invite(leader, [woman])
      await sql`update guilds.member set expires_at = since where user_id = ${woman}`.execute(product.database)
      await Promise.all([round('guild-members'), round('guild-members')])
      expect(await rows()).toEqual([])
      expect((await commandsAbout(product, woman)).filter(({ type }) => type === 'guild.removed')).toHaveLength(1)
      expect((await logged()).filter(({ username }) => username === 'system')).toHaveLength(1)
    })

    it('accepted twice at the same moment: one membership, counted once', async () => {
      await invite(leader, [woman])
      const answers = await Promise.all([app.send([answer(true)]), app.send([answer(true)]), app.send([answer(true)])])
      expect(answers.flat().filter(({ status }) => status === 'rejected')).toEqual([])
      expect((await rows()).filter(({ state }) => state === 'active')).toHaveLength(1)
    })

    it('of two guilds: the first that is accepted counts', async () => {
      const other = await aGuild(world)
      const otherLeader = (await person(product, { permissions: everyMenu(3), unionId: other })).client
      await Promise.all([invite(leader, [woman]), invite(otherLeader, [woman])])
      const answers = await Promise.all([
        app.send([answer(true), answer(true)]),
        app.send([answer(true, other)]),
        app.send([answer(true)]),
      ])
      const active = (await rows()).filter(({ state }) => state === 'active')
      expect(active).toHaveLength(1)
      const refused = answers.flat().filter(({ status }) => status === 'rejected')
      expect(new Set(refused.map(({ errorCode }) => errorCode))).toEqual(new Set([30009]))
      const guild = await product.database.selectFrom('guilds.guild').select(['id', 'members']).execute()
      expect(guild.find(({ id }) => id === active[0]!.guild_id)!.members).toBe(1)
    })

    it('sent twice at the same moment is one', async () => {
      const outcomes = (await Promise.all(Array.from({ length: 4 }, () => invite(leader, [woman])))).flat()
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(codesOf(outcomes.filter(({ ok }) => !ok))).toEqual([20000, 20000, 20000])
      expect(await rows()).toHaveLength(1)
    })

    it('is not accepted by a user banned in the meantime, for a banned guild, or by a leader', async () => {
      await invite(leader, [woman])
      await set(woman, { state: 'ban ID' })
      expect(await app.rejected(answer(true))).toBe(30013)
      await set(woman, { state: 'normal' })
      await product.database.updateTable('guilds.guild').set({ state: 'banned' }).where('id', '=', guildId).execute()
      expect(await app.rejected(answer(true))).toBe(30004)
      await product.database.updateTable('guilds.guild').set({ state: 'normal' }).where('id', '=', guildId).execute()
      const other = await aGuild(world)
      await product.database
        .updateTable('guilds.guild')
        .set({ leader_user_id: BigInt(woman) })
        .where('id', '=', other)
        .execute()
      expect(await app.rejected(answer(true))).toBe(30009)
      expect(await rows()).toMatchObject([{ state: 'invited' }])
    })
  })
}
