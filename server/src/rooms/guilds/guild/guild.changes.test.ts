// Changes of a guild other than its state (leader, parent, rate, method, helpers), and automatic ones.
import { guildAgree } from '@greenroom/contract/guilds'
import { languages } from '@greenroom/contract/languages'
import type { Texts } from '@greenroom/contract/localized'
import { sql } from 'kysely'
import { describe, expect, it, test, vi } from 'vitest'
import { appUser } from '../../users/people.fixture.ts'
import { aGuild, aMember, guildRow, historyOf } from '../guilds.fixture.ts'
import { admin, app, candidate, codeOf, product, startGuilds, sweep } from './guild.changes.fixture.ts'
import { terms } from './guild.terms.suite.ts'
import { helpers } from './guildHelpers.suite.ts'

startGuilds()
terms()
helpers()

describe('fifteen days', () => {
  test('warn on days 7, 12 and 14, once each, and dissolve on day 15', async () => {
    const guild = await aGuild(product, { days: 7.1 })
    const older = async (days: number) =>
      sql`update guilds.guild set approved_at = approved_at - make_interval(secs => ${days * 86_400}) where id = ${guild.id}`.execute(
        product.database,
      )
    await sweep()
    await sweep()
    await older(5)
    await sweep()
    await older(2)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', warned_day: 14 })
    await older(1)
    const closed = vi.fn(async (): Promise<[]> => [])
    await sweep(closed)
    expect(closed).toHaveBeenCalledOnce()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'dissolved' })
    const history = await historyOf(product, guild.id)
    expect(history.map(({ what, by }) => [what, by])).toEqual([
      ['warned', 'system'],
      ['warned', 'system'],
      ['warned', 'system'],
      ['dissolved', 'system'],
    ])
    const entries = await product.database
      .selectFrom('bridge.command')
      .select(['type', 'data'])
      .where('subject', '=', `guild:${guild.id}`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ type, data }) => [type, (data as { day?: number }).day])).toEqual([
      ['guild.warned', 7],
      ['guild.warned', 12],
      ['guild.warned', 14],
      ['guild.changed', undefined],
    ])
    // Both say it in nine languages; who is told reads one.
    const [warned, , , changed] = entries.map(({ data }) => data as Record<'texts' | 'reasonTexts', Texts>)
    expect(Object.keys(warned!.texts).toSorted()).toEqual(languages.toSorted())
    expect(warned!.texts.ru).toMatch(/нет ведущих\. Оно будет распущено \d{4}-\d\d-\d\d/)
    expect(changed!.reasonTexts.es).toBe('Ningún anfitrión en los 15 días posteriores a la aprobación')
  })

  test('do not dissolve a guild that has an anchor on day 15, even if the anchor leaves later', async () => {
    const guild = await aGuild(product, { days: 15.1 })
    await aMember(product, guild.id)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', warned_day: 15 })
    await sql`delete from guilds.member where guild_id = ${guild.id}`.execute(product.database)
    await sweep()
    expect(await guildRow(product, guild.id)).toMatchObject({ state: 'normal', members: 0 })
  })
})

describe('an application in the app', () => {
  const applied = (userId: number | string, more: object = {}) =>
    ({
      type: 'guild.applied',
      data: {
        userId: Number(userId),
        guildName: `App guild ${userId}`,
        leaderName: 'Bo Li',
        leaderEmail: 'bo@example.com',
        parentId: null,
        inviterId: null,
        ...more,
      },
    }) as const
  const codes = async (...events: ReturnType<typeof applied>[]) =>
    (await app.send(events)).map((line) => line.errorCode ?? 0)

  it('is the same as the form: it waits for review, and its account is named by the guild’s id', async () => {
    const { userNumber, leaderPhone } = await candidate()
    const [line] = await app.send([applied(userNumber)])
    const { guildId, username } = line!.result as { guildId: number; username: string }
    expect(username).toBe(`guild${guildId}`)
    expect(await guildRow(product, guildId)).toMatchObject({ state: 'under review', phone: leaderPhone })
    expect(await historyOf(product, guildId)).toMatchObject([{ what: 'registered', by: 'app' }])
    await admin.call(guildAgree, { ids: [guildId] })
    expect(await codeOf(username)).toBe(12005)
    expect(await codes(applied(userNumber, { guildName: 'Another' }))).toEqual([30002])
  })

  it('of a sub-agency names its parent, which must be a guild of its own', async () => {
    const parent = await aGuild(product)
    const [one, other] = [await candidate(), await candidate()]
    const [line] = await app.send([applied(one.userNumber, { parentId: parent.id })])
    const { guildId } = line!.result as { guildId: number }
    expect(await guildRow(product, guildId)).toMatchObject({ state: 'under review', parent_id: parent.id })
    expect(await codes(applied(other.userNumber, { parentId: guildId }))).toEqual([30020])
  })

  it('is refused for the same reasons as the form, also within one batch', async () => {
    const guild = await aGuild(product)
    const sub = await aGuild(product, { parentId: guild.id })
    const member = await aMember(product, guild.id)
    const [a, b] = [await candidate(), await candidate()]
    const phoneless = await appUser(product)
    const young = await candidate()
    await sql`update users.app_user set birthday = '2012-01-01' where id = ${young.userNumber}::bigint`.execute(
      product.database,
    )
    expect(
      await codes(
        applied(888_888_888),
        applied(guild.leader),
        applied(member),
        applied(phoneless),
        applied(young.userNumber),
        applied(a.userNumber, { guildName: '' }),
        applied(a.userNumber, { guildName: guild.name.replaceAll(' ', '\u00A0') }),
        applied(a.userNumber, { parentId: sub.id }),
        applied(a.userNumber, { inviterId: 999_999 }),
        applied(a.userNumber, { leaderName: ' ' }),
        applied(a.userNumber, { leaderEmail: 'x' }),
        applied(a.userNumber, { guildName: 'Twice' }),
        applied(b.userNumber, { guildName: 'TW\u200BIСE' }),
        applied(a.userNumber, { guildName: 'Again' }),
      ),
    ).toEqual([30005, 30002, 30017, 30010, 30013, 30014, 30001, 30020, 30021, 30015, 30018, 0, 30001, 30006])
  })
})
