// Sub-agencies, and helpers of a leader. Run by `guild.changes.test.ts`, on its database.
import { login } from '@greenroom/contract/access'
import {
  guildAccountList,
  guildAccountReset,
  guildAccountSave,
  guildAccountStatus,
  guildAgree,
  guildFamily,
  guildMethod,
  guildSubList,
  guildSubSave,
} from '@greenroom/contract/guilds'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anAccount, password } from '../../../access/access.accounts.fixture.ts'
import { aGuild, guildRow } from '../guilds.fixture.ts'
import { admin, candidate, codeOf, leaderOf, product, second } from './guild.changes.fixture.ts'

export function helpers(): void {
  describe('a sub-agency', () => {
    it('is registered by the leader and approved with its rate by staff', async () => {
      const parent = await aGuild(product)
      const leader = await leaderOf(parent.id)
      const sent = await candidate()
      const { guildId, cmsUserName } = await leader.call(guildSubSave, {
        unionName: 'Small / 50%',
        ...sent,
        rateBp: 450,
      })
      expect(cmsUserName).toBe(`guild${guildId}`)
      expect(await guildRow(product, guildId)).toMatchObject({
        state: 'under review',
        parent_id: parent.id,
        agreed_rate_bp: 450,
        inviter_id: null,
      })
      expect((await leader.call(guildSubList, {})).records).toMatchObject([{ guildId, leaderName: '', own: false }])
      expect((await admin.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([{ ok: true }])
      // Nobody knows the first password.
      expect(await codeOf(cmsUserName)).toBe(12005)
    })

    it('with a rate requested by staff needs approval by another member of staff', async () => {
      const parent = await aGuild(product)
      const { guildId } = await admin.call(guildSubSave, {
        parentId: parent.id,
        unionName: 'By staff',
        ...(await candidate()),
        rateBp: 450,
        cmsUserName: 'bystaff001',
        cmsPassWord: password,
      })
      expect((await admin.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([
        { errorCode: 10026, reason: 'guild.ownRate' },
      ])
      expect((await second.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([{ ok: true }])
      expect(await codeOf('bystaff001')).toBe(200)
    })

    it('with a rate is never approved by the account that asked for it, whatever its name', async () => {
      const parent = await aGuild(product)
      const { id, username } = await anAccount(product, { menus: { 'guilds.list': 3, 'guilds.levelTwoGuild': 3 } })
      const registrar = await product.login(username, password)
      const { guildId } = await registrar.call(guildSubSave, {
        parentId: parent.id,
        unionName: 'By a registrar',
        ...(await candidate()),
        rateBp: 450,
      })
      await product.database
        .updateTable('access.staff')
        .set({ username: 'renamed registrar' })
        .where('id', '=', id)
        .execute()
      expect((await registrar.call(guildAgree, { ids: [guildId] })).outcomes).toMatchObject([
        { errorCode: 10026, reason: 'guild.ownRate' },
      ])
    })

    it('is refused for the same reasons as a registration', async () => {
      const parent = await aGuild(product)
      const sub = await aGuild(product, { parentId: parent.id })
      const sent = await candidate()
      const good = { parentId: parent.id, unionName: 'Refused', ...sent }
      const code = async (more: object) => (await admin.refused(guildSubSave, { ...good, ...more })).code
      for (const unionName of ['', '\u200B', '\u2060\uFE0F', '\u3164', '\u2800'])
        expect(await code({ unionName })).toBe(30014)
      expect(await code({ unionName: parent.name.toUpperCase() })).toBe(30001)
      expect(await code({ parentId: undefined })).toBe(30020)
      expect(await code({ parentId: sub.id })).toBe(30020)
      expect(await code({ cmsUserName: 'short' })).toBe(12004)
      expect(await code({ cmsUserName: 'admin' })).toBe(12004)
      expect(await code({ cmsPassWord: 'simple' })).toBe(12007)
      expect(await code({ userNumber: String(parent.leader) })).toBe(30002)
      // A sub-agency has no sub-agencies, and no leader registers one under another guild.
      const subLeader = await leaderOf(sub.id)
      expect(await subLeader.refused(guildSubSave, { ...good, parentId: undefined })).toMatchObject({ code: 30020 })
      const stranger = await leaderOf((await aGuild(product)).id)
      expect(await stranger.refused(guildSubSave, good)).toMatchObject({ code: 30020 })
    })
  })

  it('whose phone a number is cannot be found out by trying: one answer for every wrong one, and ten of them an hour', async () => {
    const parent = await aGuild(product)
    const leader = await leaderOf(parent.id)
    const [sent, stranger] = [await candidate(), await candidate()]
    const wrong = { unionName: 'Guessed', ...sent, leaderPhone: stranger.leaderPhone }
    // A taken name would tell a right phone from a wrong one: it is refused before the phone is compared.
    const cmsUserName = 'takenalready'
    await admin.call(guildSubSave, { parentId: parent.id, unionName: 'Taken', ...(await candidate()), cmsUserName })
    const taken = { ...wrong, cmsUserName }
    expect(await leader.refused(guildSubSave, taken)).toMatchObject({ code: 10028 })
    expect(await leader.refused(guildSubSave, { ...taken, ...sent })).toMatchObject({ code: 10028 })
    // What is refused for another reason is no guess.
    for (let i = 0; i < 12; i++)
      expect(await leader.refused(guildSubSave, { ...wrong, unionName: parent.name })).toMatchObject({ code: 30001 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => leader.refused(guildSubSave, wrong)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      10008,
      10008,
      ...Array.from({ length: 10 }, () => 30007),
    ])
    expect(await leader.refused(guildSubSave, { ...wrong, ...sent })).toMatchObject({ code: 10008 })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from log.readable where operation = 'account.guesses'`.execute(product.database)
    expect(rows[0]!.count).toBe(1)
  })

  describe('helpers of a leader', () => {
    it('read what the leader reads and write nothing', async () => {
      const guild = await aGuild(product)
      const { id, username } = await anAccount(product, { unionId: guild.id })
      await sql`update access.staff_role set role_id = 8 where staff_id = ${id}`.execute(product.database)
      const leader = await product.login(username, password)
      const made = await leader.call(guildAccountSave, { username: `helper${guild.id}`, remark: 'nights' })
      const helper = await product.login(`helper${guild.id}`, made.password)
      expect((await helper.call(guildFamily, {})).guild.guildId).toBe(guild.id)
      expect((await helper.call(guildAccountList, {})).records).toMatchObject([
        { userId: made.userId, remark: 'nights', status: 1, can: { disable: 'readOnly', reset: 'readOnly' } },
      ])
      expect(await helper.refused(guildAccountSave, { username: 'helper9999' })).toMatchObject({
        code: 10026,
        reason: 'menu.missing',
      })
      expect(await helper.refused(guildSubSave, { unionName: 'x', ...(await candidate()) })).toMatchObject({
        code: 10026,
        reason: 'menu.missing',
      })
      expect(await helper.refused(guildMethod, { smsCode: '123456' })).toMatchObject({
        code: 10026,
        reason: 'menu.missing',
      })

      const file = (await leader.send(guildAccountList, { export: 'csv' })) as unknown as { result: { url: string } }
      const { pathname, search } = new URL(file.result.url, 'http://x')
      const { body } = await product.app.inject({ method: 'GET', url: pathname + search })
      expect(body.trim().split('\r\n').slice(1)).toEqual([
        expect.stringMatching(new RegExp(`^${made.userId},helper${guild.id},nights,Enabled,`)),
      ])

      const { password: fresh } = await leader.call(guildAccountReset, { userId: made.userId })
      expect((await helper.send(guildFamily, {})).code).toBe(500)
      await product.login(`helper${guild.id}`, fresh)
      await leader.call(guildAccountStatus, { ids: [made.userId], status: 0 })
      expect((await product.as(undefined).send(login, { username: `helper${guild.id}`, password: fresh })).code).toBe(
        500,
      )
      expect((await leader.call(guildAccountStatus, { ids: [made.userId], status: 0 })).outcomes).toMatchObject([
        { errorCode: 20000, reason: 'already' },
      ])
    })

    it('belong to the leader only; no other account counts as one', async () => {
      const guild = await aGuild(product)
      const leader = await leaderOf(guild.id)
      const foreign = await anAccount(product, { unionId: (await aGuild(product)).id })
      const own = await anAccount(product, { unionId: guild.id })
      for (const { id } of [foreign, own]) {
        expect(await leader.refused(guildAccountReset, { userId: id })).toMatchObject({ code: 10032 })
        expect((await leader.call(guildAccountStatus, { ids: [id], status: 0 })).outcomes).toMatchObject([
          { errorCode: 10032 },
        ])
      }
      expect(await leader.refused(guildAccountSave, { username: foreign.username })).toMatchObject({ code: 10028 })
      expect(await leader.refused(guildAccountSave, { username: 'short' })).toMatchObject({ code: 12004 })
      expect(await admin.refused(guildAccountSave, { username: 'helper0000' })).toMatchObject({
        code: 10026,
        reason: 'guild.leaderOnly',
      })
    })
  })
}
