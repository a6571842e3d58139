// System messages from the form to the app: what is refused, who gets one, and that nobody gets it twice whatever is killed.
import { languageOf } from '@greenroom/contract/localized'
import * as calls from '@greenroom/contract/messages'
import type { Audience } from '@greenroom/contract/messages.schema'
import * as official from '@greenroom/contract/official'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database.ts'
import { languageColumn, sizeOf, takeAudience } from './audience.ts'
import { contentFault, missedBy } from './rules.ts'
import { type Pacing, sendChunk, sendMessages, settleMessage, startMessage } from './sending.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
const first = 7_000_000
const people = 2_500

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product, { endpoint: 'http://127.0.0.1:9/commands' })
  await sql`
    insert into users.app_user (id, nickname, sex, country, level, language, state, created_at, last_online_at)
    select ${first}::bigint + n, 'N' || n, (array['man','woman','none'])[1 + n % 3], (array['BR','FR','DE', null])[1 + n % 4],
           n % 20, (array['en','pt-BR','zh-TW','zh','xx','ru_RU','ZH-hans','fil'])[1 + n % 8],
           case when n % 50 = 0 then 'ban ID' else 'normal' end, ${product.clock.now()},
           case when n % 3 > 0 then ${product.clock.now()}::timestamptz - (n % 90) * interval '1 day' end
      from generate_series(1, ${people}) n`.execute(product.database)
  await sql`
    insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, state, created_at)
    select 'm-ord-' || n, ${first}::bigint + n, 1, 1, 'card', case when n % 2 = 0 then 'success' else 'failure' end, ${product.clock.now()}
      from generate_series(1, 200) n`.execute(product.database)
})
afterAll(() => product.close())
beforeEach(async () => {
  await sql`delete from official.message`.execute(product.database)
  await sql`delete from bridge.delivery where type like 'message.%'`.execute(product.database)
  await sql`delete from bridge.command where type like 'message.%'`.execute(product.database)
})

const content = (over: object = {}) => ({
  name: 'Spring',
  type: 'text' as const,
  texts: { en: { title: 'Hi', text: 'Hello' }, pt: { title: '', text: 'Olá' } },
  audience: { userType: 'all' as const },
  sendType: 'now' as const,
  ...over,
})
const save = async (over: object = {}) => (await admin.call(calls.messageSave, content(over))).id
const show = (id: number) => admin.call(calls.messageInfo, { id })
const pacing = (over: Partial<Pacing> = {}): Pacing => {
  const now = product.clock.now()
  return { now, dayStart: new Date(now.getTime() - 3_600_000), pace: 100_000_000, cap: 5, fileUrl: '/files/', ...over }
}
/** The app takes everything that waits. */
const take = () =>
  sql`update bridge.delivery set state = 'delivered', delivered_at = ${product.clock.now()}
       where state = 'waiting' and type like 'message.%'`.execute(product.database)
async function sendAll(over: Partial<Pacing> = {}): Promise<void> {
  for (let round = 0; round < 100; round++) {
    const did = await sendMessages(product.database, pacing(over))
    const { numAffectedRows } = await take()
    if (!did && !numAffectedRows) return
  }
}
/** Each user of each command of the message, as often as they are named. */
async function told(id: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ user: string; times: number }>`
    select u.value as user, count(*)::int as times from bridge.command c, jsonb_array_elements_text(c.data->'userIds') u(value)
     where c.type = 'message.send' and c.subject = ${`message:${id}`} group by 1`.execute(product.database)
  return new Map(rows.map(({ user, times }) => [Number(user), times]))
}

describe('content', () => {
  it('is refused with the code of its type', async () => {
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
    expect(await wrong({ audience: { userType: 'some', levelMin: 5, levelMax: 4 } })).toMatchObject({ code: 80001 })
    expect(await wrong({ sendType: 'scheduled', sendTime: '2020-01-01' })).toMatchObject({ code: 80011 })
    expect(await wrong({ sendType: 'scheduled' })).toMatchObject({ code: 10009, fields: ['sendTime'] })
    expect(await wrong({ notAfter: '2020-01-01' })).toMatchObject({ code: 10009, fields: ['notAfter'] })
    expect(await wrong({ type: 'text+link', link: 'javascript:1' })).toMatchObject({ code: 10009, fields: ['link'] })
    expect(await wrong({ accountId: 999_999 })).toMatchObject({ code: 10026 })
  })

  it('is whole in every language given', () => {
    const languages = ['en', 'pt', 'ru'] as const
    const texts = fc.dictionary(
      fc.constantFrom(...languages),
      fc.record({ title: fc.string(), text: fc.constantFrom('', 'x', 'y'.repeat(500)) }),
    )
    fc.assert(
      fc.property(texts, (given) => {
        const whole = given['en'] !== undefined && Object.values(given).every(({ text }) => text !== '')
        expect(contentFault({ type: 'text', texts: given, link: '', hasPicture: false }) === null).toBe(whole)
      }),
    )
  })

  it('can’t be changed within half an hour, nor once it is being sent', async () => {
    const at = (minutes: number) =>
      new Date(product.clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    const later = await save({ sendType: 'scheduled', sendTime: at(45) })
    await admin.call(calls.messageUpdate, {
      id: later,
      version: 1,
      ...content({ sendType: 'scheduled', sendTime: at(20) }),
    })
    expect(await admin.refused(calls.messageUpdate, { id: later, version: 2, ...content() })).toMatchObject({
      code: 80012,
    })
    const now = await save()
    await sendAll()
    const { version } = (await show(now)).message
    expect(await admin.refused(calls.messageUpdate, { id: now, version, ...content() })).toMatchObject({ code: 20000 })
    expect(await admin.refused(calls.messagePause, { id: now, version })).toMatchObject({ code: 20000 })
    expect((await admin.call(calls.messageDelete, { ids: [now], reason: 'x' })).outcomes).toMatchObject([
      { errorCode: 90006 },
    ])
  })

  it('comes from an official account only by those who may write as it', async () => {
    const { client, userId: staffId } = await writer()
    const one = { userId: first + 1, title: 'Care', writerIds: [staffId] }
    const { id: accountId } = await admin.call(official.officialAccountSave, one)
    expect(await admin.refused(calls.messageSave, content({ accountId }))).toMatchObject({ code: 10026 })
    const { id } = await client.call(
      calls.messageSave,
      content({ accountId, audience: { userType: 'ids', ids: [first + 2] } }),
    )
    await sendAll()
    const { data } = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('subject', '=', `message:${id}`)
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ senderUserId: first + 1, messageId: String(id), userIds: [first + 2] })
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

  it('is counted as a model counts it, and what was counted is what is taken', async () => {
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
    const id = await save({ sendType: 'draft' })
    await fc.assert(
      fc.asyncProperty(
        rule.filter((one) => Object.keys(one).length > 1),
        async (audience) => {
          const expected = rows.filter((row) => meets(row, audience as never)).map((row) => row.id)
          const taken = await inTransaction(product.database, async (tx) => {
            await sql`delete from official.recipient where message_id = ${id}`.execute(tx)
            const size = await takeAudience(tx, id, audience, now)
            const users = await sql<{ user_id: bigint }>`
            select user_id from official.recipient where message_id = ${id} and user_id between ${first + 1} and ${first + people}
             order by 1`.execute(tx)
            return { ...size, users: users.rows.map((row) => row.user_id) }
          })
          expect(taken.users).toEqual(expected)
          expect((await sizeOf(product.database, audience, now)).size).toBe(taken.size)
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

  it('is shown with its size and ten of it before anything is sent', async () => {
    const ids = [first + 50, first + 51, first + 51, 5]
    const counted = await admin.call(calls.messageSize, { audience: { userType: 'ids', ids } })
    expect(counted).toMatchObject({ size: 3, banned: 1, unknown: 1 })
    expect((await admin.call(calls.messageSize, { audience: { userType: 'all' } })).sample).toHaveLength(10)
  })
})

describe('sending', () => {
  it('reaches each user once, in their language, and tells why others do not', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => first + 1 + n)
    const id = await save({ audience: { userType: 'ids', ids: [...ids, 3, 4] } })
    await sendAll()
    const { message, missed } = await show(id)
    expect(message).toMatchObject({ state: 'sent', audience: 102, sent: 98, skipped: 2, failed: 2 })
    expect(missed).toEqual(
      expect.arrayContaining([
        { reason: 'banned', users: 2 },
        { reason: 'unknown', users: 2 },
      ]),
    )
    const users = await told(id)
    expect(users.size).toBe(98)
    expect(new Set(users.values())).toEqual(new Set([1]))
    const { rows } = await sql<{ text: string; user: string }>`
      select c.data->>'text' as text, u.value as user from bridge.command c, jsonb_array_elements_text(c.data->'userIds') u(value)
       where c.subject = ${`message:${id}`}`.execute(product.database)
    for (const { text, user } of rows) expect(text).toBe((Number(user) - first) % 8 === 1 ? 'Olá' : 'Hello')
    const page = await admin.call(calls.messageMissed, { id, reason: 'banned' })
    expect(page.records.map(({ userId }) => userId)).toEqual([first + 50, first + 100])
  })

  it('reaches banned users with a notice, and nobody more often than the day allows', async () => {
    const audience = { userType: 'ids', ids: [first + 50, first + 51] }
    for (const _ of [1, 2]) await save({ audience })
    await sendAll({ cap: 2 })
    const third = await save({ audience })
    const notice = await save({ audience, notice: true })
    await sendAll({ cap: 2 })
    expect((await show(third)).missed).toEqual(
      expect.arrayContaining([
        { reason: 'banned', users: 1 },
        { reason: 'capped', users: 1 },
      ]),
    )
    expect((await show(notice)).message).toMatchObject({ sent: 2, skipped: 0 })
    fc.assert(
      fc.property(fc.boolean(), fc.nat(9), fc.boolean(), (banned, today, isNotice) => {
        const missed = missedBy({ known: true, banned, today }, { notice: isNotice, cap: 5 })
        expect(missed === null).toBe(isNotice || (!banned && today < 5))
      }),
    )
  })

  it('stays exact with two senders that are killed in the middle', async () => {
    const id = await save()
    const { database } = product
    const killed = (step: () => Promise<unknown>) => step().catch(() => undefined)
    // A transaction that is killed leaves nothing behind; one that committed is never repeated.
    await killed(() =>
      inTransaction(database, async (tx) => {
        await takeAudience(tx, id, { userType: 'all' }, product.clock.now())
        throw new Error('killed')
      }),
    )
    await Promise.all([startMessage(database, id, pacing()), startMessage(database, id, pacing())])
    for (let round = 0; round < 30; round++) {
      await Promise.all(
        [
          sendChunk(database, id, pacing()),
          sendChunk(database, id, pacing()),
          settleMessage(database, id, product.clock.now()),
          round % 3 === 0
            ? sql`select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid() and query like '%official.%' and state <> 'idle'`.execute(
                database,
              )
            : take(),
        ].map((step) => Promise.resolve(step).catch(() => undefined)),
      )
    }
    await sendAll()
    const { message } = await show(id)
    expect(message.state).toBe('sent')
    expect(message.sent + message.skipped + message.failed).toBe(message.audience)
    const users = await told(id)
    expect(users.size).toBe(message.sent)
    expect(new Set(users.values())).toEqual(new Set([1]))
  }, 20_000)

  it('pauses, resumes, and stops what the app has not got', async () => {
    const id = await save()
    await startMessage(product.database, id, pacing())
    await sendChunk(product.database, id, pacing())
    const version = async () => (await show(id)).message.version
    await admin.call(calls.messagePause, { id, version: await version() })
    expect(await sendChunk(product.database, id, pacing())).toBe(false)
    await take()
    await settleMessage(product.database, id, product.clock.now())
    expect((await show(id)).message).toMatchObject({ state: 'paused', finishedAt: null })
    await admin.call(calls.messageResume, { id, version: await version() })
    await sendChunk(product.database, id, pacing())
    const { sent } = (await show(id)).message
    await admin.call(calls.messageStop, { id, version: await version(), reason: 'wrong date' })
    await sendAll()
    const { message, missed } = await show(id)
    expect(message).toMatchObject({ state: 'stopped', sent, reason: 'wrong date' })
    expect(message.sent + message.skipped + message.failed).toBe(message.audience)
    expect(missed.map(({ reason }) => reason)).toContain('stopped')
    const stop = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('type', '=', 'message.stop')
      .executeTakeFirstOrThrow()
    expect(stop.data).toMatchObject({ messageId: String(id), reason: 'wrong date' })
  })

  it('sends nothing after its last moment, nor what the app never takes', async () => {
    const audience = { userType: 'ids', ids: [first + 1, first + 2] }
    const late = await save({ audience, notAfter: '2099-01-01' })
    await sql`update official.message set not_after = ${product.clock.now()}::timestamptz, send_at = ${product.clock.now()}::timestamptz - interval '1 hour' where id = ${late}`.execute(
      product.database,
    )
    await sendAll()
    expect((await show(late)).missed).toEqual([{ reason: 'late', users: 2 }])
    const dead = await save({ audience })
    await sendMessages(product.database, pacing())
    await sendMessages(product.database, pacing())
    await sql`update bridge.delivery set state = 'dead' where subject = ${`message:${dead}`}`.execute(product.database)
    await sendAll()
    expect((await show(dead)).message).toMatchObject({ state: 'sent', sent: 0, failed: 2 })
  })
})

describe('what the app tells', () => {
  it('counts each user once, whatever is told again and in which order', async () => {
    const ids = [first + 1, first + 2, first + 3]
    const id = await save({ audience: { userType: 'ids', ids } })
    await sendAll()
    const messageId = String(id)
    await app.accepted({ type: 'message.read', data: { messageId, userIds: [first + 1, first + 9] } })
    await app.accepted({ type: 'message.delivered', data: { messageId, userIds: ids } })
    await app.accepted({ type: 'message.delivered', data: { messageId, userIds: ids } })
    const { message, curve } = await show(id)
    expect(message).toMatchObject({ delivered: 3, read: 1, sent: 3 })
    expect(curve.reduce((sum, tick) => sum + tick.delivered, 0)).toBe(3)
  })

  it('leaves tests out of all figures', async () => {
    const id = await save({ sendType: 'draft' })
    expect(await admin.refused(calls.messageTest, { id, userIds: [5] })).toMatchObject({ code: 290005 })
    await admin.call(calls.messageTest, { id, userIds: [first + 1] })
    const { data } = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('type', '=', 'message.send')
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ userIds: [first + 1], text: 'Olá' })
    expect((await show(id)).message).toMatchObject({ state: 'draft', sent: 0 })
  })
})
