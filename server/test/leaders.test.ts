// Leaders of two guilds and of a sub-agency: no call that leaders may make shows or changes another guild's data, by id, by filter, or in
// a file. Every text of a guild contains its mark, so that the tests need not know the answers' fields.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type { Call } from '@greenroom/contract/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/kit/database/database.ts'
import { addHistory } from '../src/rooms/guilds/guilds.history.ts'
import { aDraft, type MadeGuild, testWeek } from '../src/rooms/guilds/settlement/settlement.fixture.ts'
import { everyMenu, person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'

/** `seen`: marks of another guild that a leader may read: a sub-agency's name and anchors, a parent's name. */
type Side = { guild: MadeGuild; settlementId: number; client: Client; mark: string; ids: Record<string, unknown[]> }

let product: TestProduct
let parent: Side
let sub: Side
let stranger: Side

const day = '2026-11-18'

beforeAll(async () => {
  product = await startProduct()
  parent = await aSide('zqparent')
  sub = await aSide('zqsub', parent.guild.id)
  stranger = await aSide('zqstranger')
})
afterAll(() => product.close())

/** A guild with people, figures, a settlement, money and a history, all marked. */
async function aSide(mark: string, parentId?: number): Promise<Side> {
  const { database, clock } = product
  const { settlementId, guild } = await aDraft(product, {
    anchors: [{ bonus: 60_000, validDays: 4 }, { bonus: 5_000 }],
    ...(parentId !== undefined && { parentId }),
  })
  await sql`
    update guilds.guild set name = ${`${mark}name`}, leader_name = ${`${mark}secret`}, leader_email = ${`${mark}secret@example.com`}
     where id = ${guild.id}`.execute(database)
  await sql`update users.app_user set nickname = ${`${mark}anchor`} where id = any(${guild.anchors}::bigint[])`.execute(
    database,
  )
  await sql`update users.app_user set nickname = ${`${mark}leader`} where id = ${guild.leader}`.execute(database)
  await sql`
    insert into guilds.guild_day (guild_id, week, day, gift_bonus, bonus_micros, base_micros)
    values (${guild.id}, ${testWeek}, ${day}, 65000, 650000000, 650000000)
    on conflict (guild_id, day, week) do update
       set gift_bonus = excluded.gift_bonus, bonus_micros = excluded.bonus_micros, base_micros = excluded.base_micros`.execute(
    database,
  )
  const { rows: deductions } = await sql<{ id: number }>`
    insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
    values (${guild.id}, ${guild.anchors[0]}, 'penalty', 100, ${`${mark}secret`}, ${testWeek}, 'staff', now()) returning id`.execute(
    database,
  )
  const { rows: accounts } = await sql<{ id: number }>`
    insert into guilds.payout_account (guild_id, kind, sealed, last_four, state, created_by, created_at, effective_at)
    values (${guild.id}, 'bank', 'none', ${mark.slice(2, 6)}, 'effective', ${`${mark}secret`}, now(), now()) returning id`.execute(
    database,
  )
  const { rows: requests } = await sql<{ id: number }>`
    insert into guilds.payout_request (guild_id, usd_cents, account_id, state, hold_id, requested_by, requested_at)
    values (${guild.id}, 1000, ${accounts[0]!.id}, 'in review', gen_random_uuid(), ${`${mark}secret`}, now()) returning id`.execute(
    database,
  )
  await inTransaction(database, (tx) =>
    addHistory(tx, [{ guildId: guild.id, at: clock.now(), by: 'admin', what: 'banned', reason: `${mark}secret` }]),
  )
  const made = await person(product, { permissions: everyMenu(3), unionId: guild.id })
  await sql`update access.staff set username = ${`${mark}secret`} where id = ${made.staffId}`.execute(database)
  const { rows: members } = await sql<{ id: number }>`
    select id from guilds.member where guild_id = ${guild.id}`.execute(database)
  const [user, leader] = [Number(guild.anchors[0]), Number(guild.leader)]
  return {
    guild,
    settlementId,
    client: made.client,
    mark,
    ids: {
      guildId: [guild.id],
      familyId: [guild.id],
      parentId: [guild.id],
      userId: [user, leader],
      userIds: [[user]],
      settlementId: [settlementId],
      memberId: members.map(({ id }) => id),
      deductionId: deductions.map(({ id }) => id),
      requestId: requests.map(({ id }) => id),
      staffId: [made.staffId],
      ids: [members.map(({ id }) => id), [settlementId], [made.staffId], [user]],
      q: [mark, String(guild.id), String(user)],
      id: [`${guild.id}-${day}`, guild.id],
    },
  }
}

const shapeOf = (payload: unknown): object => (payload as { shape?: object }).shape ?? {}

/** Values of other fields, which belong to nobody. */
const common: Record<string, unknown> = {
  size: 200,
  time: day,
  startTime: testWeek,
  endTime: '2026-11-22',
  version: 1,
  reason: 'a test',
  lines: [1],
  usdCents: 1_000,
  amount: 1_000,
  status: 'disabled',
  agree: true,
}

const open = declaredCalls.filter(({ call }) => call.for?.includes('guild'))
/** Calls about the caller's own account, and applications to become an agent, name nobody else. */
const withIds = (payload: unknown): string[] => Object.keys(shapeOf(payload)).filter((key) => key in parent.ids)

/** Payloads that name `other`: each of its ids alone, with the other required fields. */
function payloadsOf(schema: { payload: unknown }, other: Side): Record<string, unknown>[] {
  const shape = Object.keys(shapeOf(schema.payload))
  const rest = Object.fromEntries(shape.filter((key) => key in common).map((key) => [key, common[key]]))
  const named = withIds(schema.payload)
  const all = Object.fromEntries(named.map((key) => [key, other.ids[key]![0]]))
  return [
    rest,
    ...(named.length > 0 ? [{ ...rest, ...all }] : []),
    ...named.flatMap((key) => other.ids[key]!.map((value) => ({ ...rest, [key]: value }))),
  ]
}

/** Everything that the call returns for these payloads; for the first two also as files. */
async function answersOf(client: Client, call: Call, payloads: readonly Record<string, unknown>[]): Promise<string[]> {
  const texts: string[] = []
  for (const [index, payload] of payloads.entries()) {
    const answer = await client.send(call, payload as never)
    texts.push(JSON.stringify((answer as { result?: unknown }).result ?? null))
    if (index > 1 || call.method !== 'GET' || !call.exportable || answer.code !== 200) continue
    const file = (await client.send(call, { ...payload, export: 'csv' } as never)) as { result: { url: string } }
    texts.push((await product.app.inject({ url: file.result.url.replace(/^https?:\/\/[^/]+/, '') })).body)
  }
  return texts
}

/** Marks of `other` in these texts. */
const leaks = (texts: readonly string[], other: Side, allowed: readonly string[] = []) => [
  ...new Set(
    texts
      .flatMap((text) => text.match(new RegExp(`${other.mark}\\w*`, 'g')) ?? [])
      .filter((one) => !allowed.includes(one)),
  ),
]

/** A guild's rows that a call could change. */
async function stateOf({ guild }: Side): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(m order by m.id) from guilds.member m where m.guild_id = ${guild.id}) as members,
           (select json_agg(s order by s.id) from guilds.settlement s where s.guild_id = ${guild.id}) as settlements,
           (select json_agg(g) from guilds.guild g where g.id = ${guild.id}) as guild,
           (select json_agg(a order by a.id) from guilds.payout_account a where a.guild_id = ${guild.id}) as accounts,
           (select json_agg(r order by r.id) from guilds.payout_request r where r.guild_id = ${guild.id}) as requests,
           (select json_agg(json_build_array(t.id, t.username, t.password_hash, t.status) order by t.id)
              from access.staff t where t.union_id = ${guild.id}) as staff`.execute(product.database)
  return rows[0]
}

const reading = open.filter(({ call }) => call.method === 'GET')

test('there are such calls, and each guild sees its own data', async () => {
  expect(reading.length).toBeGreaterThan(25)
  const texts: string[] = []
  for (const { call, schema } of reading)
    texts.push(...(await answersOf(parent.client, call, payloadsOf(schema, parent))))
  const found = leaks(texts, parent).toSorted((a, b) => a.localeCompare(b))
  expect(found).toEqual(expect.arrayContaining(['zqparentanchor', 'zqparentleader', 'zqparentname', 'zqparentsecret']))
  // A parent may read a sub-agency's name and its figures by anchor.
  expect(leaks(texts, sub)).toEqual(expect.arrayContaining(['zqsubname']))
})

test.each(reading)(
  '$call.name shows a leader nothing of another guild, and only permitted data of the family',
  async ({ call, schema }) => {
    const seen = async (side: Side, other: Side, allowed: string[] = []) =>
      leaks(await answersOf(side.client, call, payloadsOf(schema, other)), other, allowed)
    expect(await seen(parent, stranger)).toEqual([])
    expect(await seen(sub, stranger)).toEqual([])
    expect(await seen(stranger, sub)).toEqual([])
    // A parent reads the names and anchors of a sub-agency; a sub-agency only the name of its parent.
    expect(await seen(parent, sub, ['zqsubname', 'zqsubanchor', 'zqsubleader'])).toEqual([])
    expect(await seen(sub, parent, ['zqparentname'])).toEqual([])
  },
)

/** These end the session of their caller. */
const own = new Set(['logout', 'passwordChange', 'sessionEnd', 'sessionEndOthers', 'languageChoose', 'fileUpload'])

test('no call changes data of another guild', async () => {
  const before = await Promise.all([stateOf(stranger), stateOf(parent)])
  for (const { call, schema } of open.filter(({ call: { method, name } }) => method !== 'GET' && !own.has(name)))
    for (const [side, other] of [
      [parent, stranger],
      [sub, parent],
    ] as const)
      for (const payload of payloadsOf(schema, other).slice(1)) await side.client.send(call, payload as never)
  expect(await Promise.all([stateOf(stranger), stateOf(parent)])).toEqual(before)
})
