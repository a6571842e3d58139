// App events about content, reports, applications and memberships. Any order gives the same result.
import { userReportList } from '@greenroom/contract/auditReports'
import { userContentList } from '@greenroom/contract/audits'
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Arrived, Plan } from '../src/bridge/index.ts'
import { aChunk, arrived, inOrder } from './chunk.ts'
import { startProduct, type TestProduct } from './product.ts'

let product: TestProduct
let set = 0
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())
beforeEach(() => {
  set += 1_000
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))
const event = <T extends EventType>(type: T, data: EventData<T>, minute = 0, n?: number) =>
  arrived(type, data, at(minute), n)
const run = (events: Arrived[]) => aChunk(product.database, events)
async function rowsOf(query: RawBuilder<unknown>) {
  const { rows } = await query.execute(product.database)
  return JSON.parse(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).replaceAll(`${set}-`, ''),
  )
}

test('content ends the same in any order, with rows for users who are not known yet', async () => {
  const urls = ['https://example.com/a.png']
  const kinds = fc.record({
    what: fc.constantFrom(
      'media',
      'certification',
      'dynamic',
      'comment',
      'greeting',
      'report',
      'appeal',
      'read',
      'agent',
    ),
    thing: fc.nat(1),
    user: fc.nat(1),
    minute: fc.nat(30),
    text: fc.constantFrom('a', 'b', 'c'),
  })
  const make = (list: { what: string; thing: number; user: number; minute: number; text: string }[], first: number) =>
    list.map(({ what, thing, user, minute, text }, n) => {
      // An object belongs to one user; agents and readers are keyed by user.
      const userId = first + 1 + thing
      const id = `${set}-${what}-${thing}`
      const events: Record<string, () => Arrived> = {
        media: () =>
          event('media.submitted', { itemId: id, userId, kind: 'photo', url: urls[0]!, text, score: 0.5 }, minute, n),
        certification: () => event('certification.submitted', { itemId: id, userId, pictureUrls: urls }, minute, n),
        dynamic: () =>
          event('dynamic.posted', { dynamicId: id, userId, text, pictureUrls: urls, topics: [text] }, minute, n),
        comment: () =>
          event(
            'comment.posted',
            { commentId: `${id}-${n}`, dynamicId: `${set}-dynamic-${thing}`, userId, text },
            minute,
            n,
          ),
        greeting: () => event('greeting.submitted', { itemId: id, userId, text }, minute, n),
        report: () =>
          event(
            'report.created',
            { reportId: id, reporterId: userId, userId: first + 9, reason: 'rude', text, evidenceUrls: [] },
            minute,
            n,
          ),
        appeal: () => event('appeal.created', { appealId: id, userId, itemId: `${set}-media-0`, text }, minute, n),
        read: () => event('message.read', { messageId: id, userIds: [first + 5 + user] }, minute, n),
        agent: () => event('agent.applied', { userId: first + user, contact: text, note: text }, minute, n),
      }
      return events[what]!()
    })
  /** Those who read a message are known: it was sent to them. */
  const readers = (first: number) =>
    sql`insert into users.app_user (id, nickname, created_at) select ${first}::bigint + n, '', now() from generate_series(5, 7) n`.execute(
      product.database,
    )
  const left = async (first: number) => ({
    items: await rowsOf(
      sql`select to_jsonb(i) - 'user_id' as row from audits.item i where id like ${`${set}-%`} order by id`,
    ),
    reports: await rowsOf(
      sql`select to_jsonb(r) - 'user_id' - 'reporter_id' - 'review_id' as row from audits.report r where id like ${`${set}-%`} order by id`,
    ),
    // Pending reviews: of items, and of the reported user.
    looks: await rowsOf(
      sql`select v.kind, v.purpose, v.item_id, v.score, v.waiting_since, v.state,
                 (select count(*) from audits.report r where r.review_id = v.id) as reports
            from audits.review v where v.user_id between ${first} and ${first + 9} order by v.item_id`,
    ),
    appeals: await rowsOf(
      sql`select to_jsonb(a) - 'user_id' as row from audits.appeal a where id like ${`${set}-%`} order by id`,
    ),
    dynamics: await rowsOf(
      sql`select to_jsonb(d) - 'user_id' as row from community.dynamic d where id like ${`${set}-%`} order by id`,
    ),
    comments: await rowsOf(
      sql`select to_jsonb(c) - 'user_id' as row from community.comment c where id like ${`${set}-%`} order by id`,
    ),
    reads: await rowsOf(
      sql`select message_id, user_id - ${first}::bigint as u, at from official.message_read where message_id like ${`${set}-%`} order by 1, 2`,
    ),
    agents: await rowsOf(
      sql`select user_id - ${first}::bigint as u, contact, applied_at, state from topup_agents.application where user_id between ${first} and ${first + 9} order by 1`,
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(kinds, { minLength: 2, maxLength: 12 }).chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(
            list.map((_, n) => n),
            { minLength: list.length },
          ),
          fc.integer({ min: 1, max: 6 }),
        ),
      ),
      async ([list, order, size]) => {
        set += 1_000
        const orderly = set
        await readers(orderly)
        for (const one of inOrder(make(list, orderly))) await run([one])
        const before = await left(orderly)
        set += 1_000
        const disorderly = set
        await readers(disorderly)
        const events = make(list, disorderly)
        const shuffled = order.map((n) => events[n]!)
        for (let start = 0; start < shuffled.length; start += size) await run(shuffled.slice(start, start + size))
        // Send everything again.
        await run(events)
        expect(await left(disorderly)).toEqual(before)
      },
    ),
    { numRuns: 20 },
  )
}, 60_000)

describe('a post', () => {
  test('also waits for an auditor, and knows its comments in any order', async () => {
    const comment = (n: number) =>
      event('comment.posted', { commentId: `${set}-c${n}`, dynamicId: `${set}-d`, userId: set, text: 'Hi' })
    await run([comment(1)])
    await run([
      comment(2),
      event('dynamic.posted', { dynamicId: `${set}-d`, userId: set, text: 'Hello', pictureUrls: [], topics: [] }),
    ])
    await run([comment(2), comment(3)])
    const rows = await rowsOf(sql`
      select d.comments, i.kind, i.state from community.dynamic d join audits.item i on i.id = d.id where d.id = ${`${set}-d`}`)
    expect(rows).toEqual([{ comments: 3, kind: 'dynamic', state: 'not audited' }])
  })
})

test('a decided item keeps its decision', async () => {
  const item = (text: string, minute: number) =>
    event('greeting.submitted', { itemId: `${set}-g`, userId: set, text }, minute)
  await run([item('one', 1)])
  await product.database.updateTable('audits.item').set({ state: 'failed' }).where('id', '=', `${set}-g`).execute()
  await run([item('two', 2)])
  expect(await rowsOf(sql`select text, state from audits.item where id = ${`${set}-g`}`)).toEqual([
    { text: 'one', state: 'failed' },
  ])
})

test('an approved agent’s late application changes nothing; a rejected one may apply again', async () => {
  const apply = (contact: string, minute: number) => event('agent.applied', { userId: set, contact, note: '' }, minute)
  const stateOf = () => rowsOf(sql`select contact, state from topup_agents.application where user_id = ${set}`)
  await run([apply('a', 1)])
  await product.database
    .updateTable('topup_agents.application')
    .set({ state: 'rejected', decided_at: sql`applied_at + interval '30 seconds'`, again_from: null })
    .where('user_id', '=', BigInt(set))
    .execute()
  await run([apply('a', 1)])
  expect(await stateOf()).toEqual([{ contact: 'a', state: 'rejected' }])
  await run([apply('b', 2)])
  expect(await stateOf()).toEqual([{ contact: 'b', state: 'under review' }])
  await product.database
    .updateTable('topup_agents.application')
    .set({ state: 'approved' })
    .where('user_id', '=', BigInt(set))
    .execute()
  await run([apply('c', 3)])
  expect(await stateOf()).toEqual([{ contact: 'b', state: 'approved' }])
})

describe('a guild’s invitation', () => {
  async function guildAndInvited(count: number): Promise<number> {
    await run([
      event('user.registered', {
        userId: set,
        nickname: 'Lea',
        sex: 'woman',
        country: 'BR',
        language: 'pt',
        platform: 'ios',
        deviceId: `d${set}`,
      }),
    ])
    const { id } = await product.database
      .insertInto('guilds.guild')
      .values({
        name: `Guild ${set}`,
        leader_user_id: BigInt(set),
        leader_name: 'Lea',
        leader_email: 'l@example.com',
        area_code: '55',
        phone: `${set}`,
        state: 'normal',
        registered_at: at(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let n = 1; n <= count; n++) {
      await run([event('user.updated', { userId: set + n, level: 1 })])
      await product.database
        .insertInto('guilds.member')
        .values({ guild_id: id, user_id: BigInt(set + n), state: 'invited', since: at(1) })
        .execute()
    }
    return id
  }
  const members = (guildId: number) =>
    rowsOf(sql`select user_id - ${set}::bigint as u, state from guilds.member where guild_id = ${guildId} order by 1`)

  test('is answered once; late and repeated answers change nothing', async () => {
    const guildId = await guildAndInvited(3)
    const answer = (n: number, accepted: boolean, minute: number) =>
      event('guild.inviteAnswered', { guildId, userId: set + n, accepted }, minute)
    const leave = (n: number, minute: number) =>
      event('guild.leaveRequested', { guildId, userId: set + n, reason: 'tired' }, minute)
    await run([leave(1, 5), answer(1, true, 3), answer(2, false, 3), answer(3, true, 3), answer(3, true, 4)])
    await run([answer(1, true, 3), answer(2, false, 3), leave(1, 5), answer(3, false, 6)])
    expect(await members(guildId)).toEqual([
      { u: 1, state: 'leaving' },
      { u: 3, state: 'active' },
    ])
  })

  test('is refused to a member of another guild, and without a guild', async () => {
    const guildId = await guildAndInvited(1)
    set += 100
    const other = await guildAndInvited(0)
    set -= 100
    await product.database
      .insertInto('guilds.member')
      .values({ guild_id: other, user_id: BigInt(set + 1), state: 'active', since: at(0) })
      .execute()
    const plans = new Map<string, Plan<unknown>>()
    const events = [
      event('guild.inviteAnswered', { guildId, userId: set + 1, accepted: true }, 2),
      event('guild.inviteAnswered', { guildId, userId: set + 99, accepted: true }, 2),
      event('guild.leaveRequested', { guildId, userId: set + 99, reason: '' }, 2),
    ]
    await aChunk(product.database, events, plans)
    expect(events.map((one) => plans.get(one.id))).toEqual([{ refuse: 30009 }, { refuse: 10032 }, { refuse: 10032 }])
  })
})

describe('the user page', () => {
  test('shows what the user submitted and the reports against them, page by page', async () => {
    const admin = await product.administrator()
    const report = (n: number, reporterId: number, userId: number) =>
      event(
        'report.created',
        { reportId: `${set}-r${n}`, reporterId, userId, reason: 'rude', text: '', evidenceUrls: [] },
        n,
      )
    await run([
      ...[1, 2, 3].map((n) =>
        event('media.submitted', { itemId: `${set}-m${n}`, userId: set, kind: 'photo', text: '' }, n),
      ),
      event('greeting.submitted', { itemId: `${set}-g`, userId: set, text: 'Hi' }, 4),
      event('greeting.submitted', { itemId: `${set}-o`, userId: set + 1, text: 'Hi' }, 4),
      report(1, set + 1, set),
      report(2, set, set + 1),
      report(3, set + 1, set),
    ])
    const first = await admin.call(userContentList, { userId: set, size: 2 })
    expect(first).toMatchObject({ total: 4, records: [{ itemId: `${set}-g` }, { itemId: `${set}-m3` }] })
    const rest = await admin.call(userContentList, { userId: set, size: 2, after: first.next })
    expect(rest.records.map((row) => row.itemId)).toEqual([`${set}-m2`, `${set}-m1`])
    expect((await admin.call(userContentList, { userId: set, kind: 'greeting' })).total).toBe(1)
    expect((await admin.call(userContentList, { userId: set, state: 'passed' })).total).toBe(0)
    const ids = async (direction?: 'against' | 'by') =>
      (await admin.call(userReportList, { userId: set, ...(direction && { direction }) })).records.map(
        (row) => row.reportId,
      )
    expect(await ids('against')).toEqual([`${set}-r3`, `${set}-r1`])
    expect(await ids('by')).toEqual([`${set}-r2`])
    expect(await ids()).toEqual([`${set}-r3`, `${set}-r2`, `${set}-r1`])
  })
})
