// System messages through the calls: refusals, audiences, and the app's reports.
import { languageOf } from '@greenroom/contract/localized'
import * as calls from '@greenroom/contract/messages'
import { type Audience, mostIds } from '@greenroom/contract/messages.schema'
import * as official from '@greenroom/contract/official'
import { messageStates } from '@greenroom/contract/statesAndKinds'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { person } from '../../../../test/people.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { languageColumn, sizeOf, takePart } from './officialMessage.audience.ts'
import { content, first, type Messages, people, startMessages } from './officialMessage.fixture.ts'
import { contentFault, isLocked, timesFault } from './officialMessage.rules.ts'
import { foldTicks } from './officialMessage.sending.ts'
import { sizesPerMinute } from './officialMessage.ts'

let at: Messages
let product: TestProduct
let admin: Client
beforeAll(async () => {
  at = await startMessages()
  ;({ product, admin } = at)
})
afterAll(() => product.close())
beforeEach(() => at.clear())

describe('content', () => {
  it('is refused with the code for its type', async () => {
    const wrong = (over: object) => admin.refused(calls.messageSave, content(over) as never)
    const empty = { en: { title: 'Hi', text: '' } }
    expect(await wrong({ texts: empty })).toMatchObject({ code: 80004 })
    expect(await wrong({ type: 'text+link' })).toMatchObject({ code: 80007, fields: ['link'] })
    expect(await wrong({ type: 'text+picture' })).toMatchObject({ code: 80008, fields: ['pictureId'] })
    expect(await wrong({ type: 'text+link+picture', link: 'app://x' })).toMatchObject({ code: 80009 })
    expect(await wrong({ texts: { en: { title: '', text: 'x'.repeat(501) } } })).toMatchObject({ code: 80010 })
    expect(await wrong({ type: 'video' })).toMatchObject({ code: 80002 })
    expect(await wrong({ sendType: 'never' })).toMatchObject({ code: 80003 })
    expect(await wrong({ audience: { userType: 'friends' } })).toMatchObject({ code: 80001 })
    expect(await wrong({ audience: { userType: 'some' } })).toMatchObject({ code: 80001 })
    for (const levelMax of [5, 4])
      expect(await wrong({ audience: { userType: 'some', levelMin: 5, levelMax } })).toMatchObject({ code: 80001 })
    expect(await wrong({ sendType: 'scheduled', sendTime: '2020-01-01' })).toMatchObject({ code: 80011 })
    expect(await wrong({ sendType: 'scheduled' })).toMatchObject({
      code: 10009,
      fields: ['sendTime'],
      reason: 'message.noTime',
    })
    expect(await wrong({ notAfter: '2020-01-01' })).toMatchObject({
      code: 10009,
      fields: ['notAfter'],
      reason: 'message.notAfter',
    })
    expect(await wrong({ type: 'text+link', link: 'javascript:1' })).toMatchObject({
      code: 10009,
      fields: ['link'],
      reason: 'message.link',
    })
    expect(await wrong({ accountId: 999_999 })).toMatchObject({ code: 10026, reason: 'message.writer' })
  })

  it('is complete in every given language', () => {
    const languages = ['en', 'pt', 'ru'] as const
    const texts = fc.dictionary(
      fc.constantFrom(...languages),
      fc.record({ title: fc.string(), text: fc.constantFrom('', 'x', 'y'.repeat(500)) }),
    )
    fc.assert(
      fc.property(texts, (given) => {
        const isComplete = given['en'] !== undefined && Object.values(given).every(({ text }) => text !== '')
        expect(contentFault({ type: 'text', texts: given, link: '', hasPicture: false }) === null).toBe(isComplete)
      }),
    )
  })

  it('has future times, and is locked from 30 minutes before sending', () => {
    const now = new Date('2026-01-01T12:00:00Z')
    const minutes = fc.option(fc.integer({ min: -120, max: 120 }))
    const later = (by: number | null) => (by === null ? null : new Date(now.getTime() + by * 60_000))
    fc.assert(
      fc.property(minutes, minutes, (sent, last) => {
        const code = timesFault({ at: later(sent), notAfter: later(last) }, now)?.code ?? null
        const ends = last !== null && last <= (sent ?? 0)
        expect(code).toBe(sent !== null && sent < 0 ? 80011 : ends ? 10009 : null)
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...messageStates), minutes, (state, sent) => {
        expect(isLocked(state, later(sent), now)).toBe(state === 'pending' && sent !== null && sent < 30)
      }),
    )
  })

  it('can’t be changed within half an hour, nor once it is being sent', async () => {
    const inMinutes = (minutes: number) =>
      new Date(product.clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    const later = await at.save({ sendType: 'scheduled', sendTime: inMinutes(45) })
    await admin.call(calls.messageUpdate, {
      id: later,
      version: 1,
      ...content({ sendType: 'scheduled', sendTime: inMinutes(20) }),
    })
    expect(await admin.refused(calls.messageUpdate, { id: later, version: 2, ...content() })).toMatchObject({
      code: 80012,
    })
    expect((await at.show(later)).message.can).toMatchObject({ update: 'locked', stop: true })
    const now = await at.save()
    await at.sendAll()
    const { version } = (await at.show(now)).message
    expect(await admin.refused(calls.messageUpdate, { id: now, version, ...content() })).toMatchObject({
      code: 20000,
      reason: 'message.begun',
    })
    expect(await admin.refused(calls.messagePause, { id: now, version })).toMatchObject({
      code: 20000,
      reason: 'message.state',
    })
    expect((await admin.call(calls.messageDelete, { ids: [now], reason: 'x' })).outcomes).toMatchObject([
      { errorCode: 20000, reason: 'message.notDraft' },
    ])
  })

  it('is sent as an official account only by its authorised staff', async () => {
    const { client, userId: staffId } = await writer()
    const one = { userId: first + 1, title: 'Care', writerIds: [staffId] }
    const { id: accountId } = await admin.call(official.officialAccountCalls.save, one)
    expect(await admin.refused(calls.messageSave, content({ accountId }))).toMatchObject({
      code: 10026,
      reason: 'message.writer',
    })
    const { id } = await client.call(
      calls.messageSave,
      content({ accountId, audience: { userType: 'ids', ids: [first + 2] } }),
    )
    await at.sendAll()
    const { data } = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('subject', '=', `message:${id}`)
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ senderUserId: first + 1, messageId: String(id), userIds: [first + 2] })
    expect((await at.show(id)).message.account).toEqual({ id: accountId, title: 'Care' })
  })
})

async function writer(): Promise<{ client: Client; userId: number }> {
  const made = await person(product, { permissions: { 'official.message': 3 } })
  const { id } = await product.database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', made.username)
    .executeTakeFirstOrThrow()
  return { client: made.client, userId: id }
}

describe('an audience', () => {
  type Row = {
    id: bigint
    sex: string
    country: string | null
    level: number
    language: string
    last_online_at: Date | null
  }
  const rule: fc.Arbitrary<Audience> = fc.record(
    {
      userType: fc.constant('some' as const),
      sex: fc.constantFrom('man' as const, 'woman' as const),
      countries: fc.subarray(['BR', 'FR', 'DE'], { minLength: 1 }),
      levelMin: fc.integer({ min: 0, max: 20 }),
      levelMax: fc.integer({ min: 0, max: 20 }),
      languages: fc.subarray(['en', 'pt', 'cn', 'zh_tw', 'ru'] as const, { minLength: 1 }) as fc.Arbitrary<
        ('en' | 'pt')[]
      >,
      activeDays: fc.integer({ min: 1, max: 60 }),
      neverRecharged: fc.constant(true as const),
    },
    { requiredKeys: ['userType'] },
  ) as fc.Arbitrary<Audience>

  it('matches a model, and the counted users are the ones selected', async () => {
    const now = product.clock.now()
    const { rows } =
      await sql<Row>`select * from users.app_user where id > ${first} and id <= ${first + people}`.execute(
        product.database,
      )
    const paid = new Set(
      (
        await sql<{ user_id: bigint }>`
      select user_id from finance.recharge_order where state = 'success'`.execute(product.database)
      ).rows.map((row) => row.user_id),
    )
    const meets = (row: Row, some: Extract<Audience, { userType: 'some' }>) =>
      (some.sex === undefined || row.sex === some.sex) &&
      (some.countries === undefined || (row.country !== null && some.countries.includes(row.country))) &&
      (some.levelMin === undefined || row.level >= some.levelMin) &&
      (some.levelMax === undefined || row.level <= some.levelMax) &&
      (some.languages === undefined || (some.languages as string[]).includes(languageOf(row.language))) &&
      (some.activeDays === undefined ||
        (row.last_online_at !== null &&
          now.getTime() - row.last_online_at.getTime() <= some.activeDays * 86_400_000)) &&
      (!some.neverRecharged || !paid.has(row.id))
    const id = await at.save({ sendType: 'draft' })
    await fc.assert(
      fc.asyncProperty(
        rule.filter((one) => Object.keys(one).length > 1),
        async (audience) => {
          const expected = rows.filter((row) => meets(row, audience as never)).map((row) => row.id)
          const batch = await inTransaction(product.database, async (tx) => {
            await sql`delete from official.recipient where message_id = ${id}`.execute(tx)
            let size = 0
            for (let after: bigint | null = 0n; after !== null; ) {
              const part: { users: number; last: bigint | null } = await takePart(tx, {
                messageId: id,
                audience,
                after,
                most: 400,
                now,
              })
              size += part.users
              after = part.last
            }
            const users = await sql<{ user_id: bigint }>`
            select user_id from official.recipient where message_id = ${id} and user_id between ${first + 1} and ${first + people}
             order by 1`.execute(tx)
            return { size, users: users.rows.map((row) => row.user_id) }
          })
          expect(batch.users).toEqual(expected)
          expect((await sizeOf(product.database, audience, now)).size).toBe(batch.size)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('falls back to a language that has texts, as the contract does', async () => {
    const spoken = ['en', 'pt-BR', 'zh-TW', 'zh_Hant', 'zh-Hans-CN', 'cn', 'cn_tw', 'RU', 'xx', '', 'zh-twx', 'ms_MY']
    const { rows } = await sql<{ language: string; ours: string }>`
      select u.language, ${languageColumn} as ours from unnest(${spoken}::text[]) as u(language)`.execute(
      product.database,
    )
    for (const { language, ours } of rows) expect(ours, language).toBe(languageOf(language))
  })

  it('is shown with its size and ten users before anything is sent', async () => {
    const ids = [first + 50, first + 51, first + 51, 5]
    const counted = await admin.call(calls.messageSize, { audience: { userType: 'ids', ids } })
    expect(counted).toMatchObject({ size: 3, banned: 1, unknown: 1 })
    expect((await admin.call(calls.messageSize, { audience: { userType: 'all' } })).sample).toHaveLength(10)
  })

  it('accepts a list of 100,000 ids of 16 digits, and no more', async () => {
    const last = Number.MAX_SAFE_INTEGER
    const listOf = (count: number) => ({
      userType: 'ids' as const,
      ids: [...Array.from({ length: count - 2 }, (_, n) => last - n), first + 1, first + 50],
    })
    const audience = listOf(mostIds)
    const counted = await admin.call(calls.messageSize, { audience })
    expect(counted).toMatchObject({ size: mostIds, banned: 1, unknown: mostIds - 2 })
    const id = await at.save({ audience, sendType: 'draft' })
    await admin.call(calls.messageUpdate, { id, version: 1, ...content({ audience, sendType: 'draft' }) })
    expect((await at.show(id)).message).toMatchObject({ audience: mostIds, audienceRule: audience })
    expect(await admin.refused(calls.messageSize, { audience: listOf(mostIds + 1) })).toMatchObject({ code: 80001 })
  })
})

describe('counting an audience', () => {
  it('is limited per account and minute', async () => {
    const { client } = await person(product, { permissions: { 'official.message': 3 } })
    const size = () => client.send(calls.messageSize, { audience: { userType: 'ids', ids: [first + 1] } })
    for (let n = 0; n < sizesPerMinute; n++) expect(await size()).toMatchObject({ code: 200 })
    expect(await size()).toMatchObject({ errorCode: 10008 })
    // Another account is not held up.
    expect(await admin.call(calls.messageSize, { audience: { userType: 'ids', ids: [first + 1] } })).toMatchObject({
      size: 1,
    })
  })
})

describe('the app’s reports', () => {
  it('about messages and users that nobody knows make no users and no rows', async () => {
    const rows = async () =>
      (
        await sql<{ users: number; reads: number; ticks: number }>`
          select (select count(*)::int from users.app_user) as users,
                 (select count(*)::int from official.message_read) as reads,
                 (select count(*)::int from official.tick) as ticks`.execute(product.database)
      ).rows[0]
    const before = await rows()
    const userIds = Array.from({ length: 1_000 }, (_, n) => 880_000_000 + n)
    for (const type of ['message.read', 'message.delivered'] as const)
      for (const messageId of ['999999', 'nobody-knows', crypto.randomUUID()])
        await at.app.accepted({ type, data: { messageId, userIds } })
    expect(await rows()).toEqual(before)
  })

  it('count each user once, even if repeated and in any order', async () => {
    const ids = [first + 1, first + 2, first + 3]
    const id = await at.save({ audience: { userType: 'ids', ids } })
    await at.sendAll()
    const messageId = String(id)
    await at.app.accepted({ type: 'message.read', data: { messageId, userIds: [first + 1, first + 9] } })
    await at.app.accepted({ type: 'message.delivered', data: { messageId, userIds: ids } })
    await at.app.accepted({ type: 'message.delivered', data: { messageId, userIds: ids } })
    const { message, curve } = await at.show(id)
    expect(message).toMatchObject({ delivered: 3, read: 1, sent: 3 })
    expect(curve.reduce((sum, tick) => sum + tick.delivered, 0)).toBe(3)
  })

  it('keep sums and curve when counts are folded, with few rows however long the message is read', async () => {
    const id = await at.save({ audience: { userType: 'ids', ids: [first + 1] } })
    await at.sendAll()
    const started = (await at.show(id)).message.startedAt!
    // Read by one user in every minute of 60 hours, twice.
    const read = () =>
      sql`
      insert into official.tick (message_id, minute, read)
      select ${id}::int, date_trunc('minute', ${started}::timestamptz) + n * interval '1 minute', 1
        from generate_series(1, 3600) n`.execute(product.database)
    await read()
    while (await foldTicks(product.database));
    await read()
    const before = await at.show(id)
    while (await foldTicks(product.database));
    const after = await at.show(id)
    expect(after).toEqual(before)
    expect(after.message).toMatchObject({ sent: 1, read: 7_200 })
    expect(after.curve.reduce((sum, tick) => sum + tick.read, 0)).toBe(7_200)
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from official.tick where message_id = ${id}`.execute(product.database)
    expect(rows[0]!.rows).toBeLessThan(17 * 60 + 45)
  })

  it('exclude tests from all figures', async () => {
    const id = await at.save({ sendType: 'draft' })
    expect(await admin.refused(calls.messageTest, { id, userIds: [5] })).toMatchObject({
      code: 290005,
      reason: 'user.unknown',
    })
    await admin.call(calls.messageTest, { id, userIds: [first + 1] })
    const { data } = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('type', '=', 'message.send')
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ userIds: [first + 1], text: 'Olá' })
    expect((await at.show(id)).message).toMatchObject({ state: 'draft', sent: 0 })
  })
})
