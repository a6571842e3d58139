// Small random histories, folded in random parts, against plain SQL over the facts.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { settled } from '../../../../test/settled.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { post } from '../../../ledger/index.ts'
import { gift, grant, recharge } from '../../../ledger/items.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { foldFigures } from './guildFold.service.ts'

let database: Database
let zone = 'UTC'
const now = wallNow()
const payer = 99n
const users = [1n, 2n, 3n]
const minute = 60_000
/** Three weeks back and no further: partitions of the ledger exist around the present. */
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
const longAgo = 3 * 7 * 24 * 60

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
  for (const id of [...users, payer])
    await sql`insert into users.app_user (id, nickname, created_at) values (${id}, ${`n${id}`}, now())`.execute(
      database,
    )
  for (const name of ['A', 'B'])
    await sql`insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at)
      values (${name}, ${name === 'A' ? 1 : 2}, 'l', 'l@l.l', '1', ${name}, now())`.execute(database)
  await ensureWeeks(database, now, zone)
  await inTransaction(database, (tx) => post(tx, 'test', now, [recharge(10_000_000n, 0n, payer), grant(2_000n, payer)]))
})
afterAll(() => database.destroy())

const fold = async (entries: number) => {
  await ensureWeeks(database, now, zone)
  return foldFigures({ database, now, zone, entries })
}

/** Memberships follow each other; the last may move its beginning, end, and come back. */
async function membership(user: bigint, guild: number, minutes: number, what: number): Promise<void> {
  const { rows } = await sql<{ id: number; state: string; since: Date; ends_at: Date | null }>`
    select id, state, since, ends_at from guilds.member where user_id = ${user} order by since desc limit 2`.execute(
    database,
  )
  const [last, before] = rows
  const floor = before?.ends_at ?? ago(longAgo)
  const at = ago(minutes)
  if (!last) {
    await sql`insert into guilds.member (guild_id, user_id, state, since) values (${guild}, ${user}, 'active', ${at})`.execute(
      database,
    )
    return
  }
  if (last.state === 'active' && what % 3 === 0) {
    const ends = at > last.since ? at : new Date(last.since.getTime() + 3_600_000)
    await sql`update guilds.member set state = 'left', ends_at = ${ends} where id = ${last.id}`.execute(database)
    return
  }
  if (last.state === 'left' && what % 3 === 1) {
    const since = at > last.ends_at! ? at : last.ends_at!
    await sql`insert into guilds.member (guild_id, user_id, state, since) values (${guild}, ${user}, 'active', ${since})`.execute(
      database,
    )
    return
  }
  const limit = last.ends_at ?? now
  const since = at > floor && at < limit ? at : last.since
  await sql`update guilds.member set since = ${since}, guild_id = ${what % 2 ? guild : sql`guild_id`} where id = ${last.id}`.execute(
    database,
  )
}

let made = 0
async function broadcast(user: bigint, minutes: number, length: number): Promise<void> {
  const ends = length % 5 === 0 ? null : ago(minutes - length)
  await sql`insert into live.session (id, user_id, started_at, ended_at, heard_at)
    values (${`s${made++}`}, ${user}, ${ago(minutes)}, ${ends}, now())`.execute(database)
}
async function call(user: bigint, minutes: number, seconds: number): Promise<void> {
  const [answered, ended] = [seconds % 4 > 0, seconds % 7 > 0]
  await sql`insert into live.call (id, caller_id, callee_id, requested_at, answered_at, ended_at, seconds, heard_at)
    values (${`c${made++}`}, ${payer}, ${user}, ${ago(minutes)}, ${answered ? ago(minutes - 1) : null},
            ${ended ? new Date(ago(minutes - 1).getTime() + seconds * 1_000) : null},
            ${ended && seconds % 2 ? seconds : null}, now())`.execute(database)
}
/** Ends or corrects a random broadcast and a random call. */
async function correct(which: number, length: number): Promise<void> {
  await sql`update live.session set ended_at = started_at + ${length} * interval '1 minute'
    where id = (select id from live.session order by id offset ${which} limit 1)`.execute(database)
  await sql`update live.call set ended_at = requested_at + ${length} * interval '1 minute', seconds = ${length} * 50
    where id = (select id from live.call order by id offset ${which} limit 1)`.execute(database)
}
async function gifts(user: bigint, minutes: number, tokens: number): Promise<void> {
  const at = ago(minutes)
  const item = { ...gift(BigInt(tokens), user, payer, newId(at)), occurredAt: at }
  const promo = tokens % 3 === 0 ? [{ ...grant(BigInt(tokens) / 2n, payer, newId(at)), occurredAt: at }] : []
  await inTransaction(database, (tx) => post(tx, 'test', now, [...promo, item]))
}

const columns = sql`live_seconds, call_seconds, calls_received, calls_answered, gift_bonus, bonus_micros, base_micros`

/** Every table computed from the facts, written for clarity, not for speed. */
const model = sql`
  with days as (
    select w.week, g.day::date as day,
           greatest(w.starts_at, g.day at time zone z.zone) as starts, least(w.ends_at, (g.day + interval '1 day') at time zone z.zone) as ends
      from guilds.week w join guilds.week_zone z using (week)
     cross join lateral generate_series((w.starts_at::date - 2)::timestamp, w.ends_at::date + 2, interval '1 day') g(day)
     where (g.day at time zone z.zone) < w.ends_at and ((g.day + interval '1 day') at time zone z.zone) > w.starts_at
  ), members as (
    select guild_id, user_id, since, coalesce(ends_at, 'infinity') as until from guilds.member where state <> 'invited'
  ), earned as (
    select m.guild_id, d.week, d.day, m.user_id, e.amount as bonus, e.amount * 10000 as micros,
           e.amount * 10000 - floor(e.amount::numeric * 10000 * p.promo / (p.promo + p.paid)) as base
      from ledger.entry e join ledger.account a on a.id = e.account_id and a.purpose = 'bonus'
      join ledger.transfer t on t.id = e.transfer_id
      join members m on 'user:' || m.user_id = a.owner and t.occurred_at >= m.since and t.occurred_at < m.until
      join days d on t.occurred_at >= d.starts and t.occurred_at < d.ends
     cross join lateral (select coalesce(-sum(x.amount) filter (where o.purpose = 'promo'), 0) as promo,
                                coalesce(-sum(x.amount) filter (where o.purpose = 'paid'), 0) as paid
                           from ledger.entry x join ledger.account o on o.id = x.account_id
                          where x.transfer_id = t.id and x.currency = 'TOKEN' and o.owner like 'user:%') p
  ), spans as (
    select user_id, 'live' as kind, tstzrange(started_at, ended_at) as span from live.session where ended_at > started_at
    union all
    select callee_id, 'call', tstzrange(answered_at, answered_at + l.seconds * interval '1 second') from live.call
     cross join lateral (select coalesce(seconds, floor(extract(epoch from ended_at - answered_at)))) l(seconds)
     where ended_at is not null and answered_at is not null and l.seconds >= 10
  ), times as (
    select m.guild_id, d.week, d.day, m.user_id, s.kind,
           s.span * tstzrange(m.since, m.until) * tstzrange(d.starts, d.ends) as part
      from spans s join members m using (user_id) cross join days d
  ), calls as (
    select m.guild_id, d.week, d.day, m.user_id, c.answered_at
      from live.call c join members m on m.user_id = c.callee_id and c.requested_at >= m.since and c.requested_at < m.until
      join days d on c.requested_at >= d.starts and c.requested_at < d.ends where c.ended_at is not null
  ), facts as (
    select guild_id, week, day, user_id, 0 as live, 0 as call, 0 as received, 0 as answered, bonus, micros, base from earned
    union all
    select guild_id, week, day, user_id,
           case when kind = 'live' then extract(epoch from upper(part) - lower(part)) else 0 end,
           case when kind = 'call' then extract(epoch from upper(part) - lower(part)) else 0 end, 0, 0, 0, 0, 0
      from times where not isempty(part)
    union all
    select guild_id, week, day, user_id, 0, 0, 1, (answered_at is not null)::int, 0, 0, 0 from calls
  )
  select guild_id, week::text, day::text, user_id::text, floor(sum(live))::int as live_seconds, floor(sum(call))::int as call_seconds,
         sum(received)::int as calls_received, sum(answered)::int as calls_answered, sum(bonus)::bigint as gift_bonus,
         sum(micros)::bigint as bonus_micros, sum(base)::bigint as base_micros
    from facts group by 1, 2, 3, 4 order by 1, 2, 3, 4`

async function agrees(): Promise<void> {
  const run = async (query: ReturnType<typeof sql>) => (await query.execute(database)).rows
  const days = await run(
    sql`select guild_id, week::text, day::text, user_id::text, ${columns} from guilds.anchor_day order by 1, 2, 3, 4`,
  )
  expect(days).toEqual(await run(model))
  const sums = sql`sum(live_seconds)::int, sum(call_seconds)::int, sum(calls_received)::int, sum(calls_answered)::int,
    sum(bonus)::bigint, sum(bonus_micros)::bigint, sum(base_micros)::bigint`
  const plain = sql`live_seconds, call_seconds, calls_received, calls_answered, bonus, bonus_micros, base_micros`
  const differ = sql`
    (select 'week', guild_id, week, user_id, ${plain} from guilds.anchor_week
     except select 'week', guild_id, week, user_id, ${sums} from guilds.anchor_day group by 2, 3, 4)
    union all
    (select 'week', guild_id, week, user_id, ${sums} from guilds.anchor_day group by 2, 3, 4
     except select 'week', guild_id, week, user_id, ${plain} from guilds.anchor_week)
    union all
    (select 'guild day', guild_id, day, anchors, ${plain} from guilds.guild_day where anchors > 0
     except select 'guild day', guild_id, day, count(*), ${sums} from guilds.anchor_day group by guild_id, day, week)
    union all
    (select 'guild day', guild_id, day, count(*), ${sums} from guilds.anchor_day group by guild_id, day, week
     except select 'guild day', guild_id, day, anchors, ${plain} from guilds.guild_day)
    union all
    (select 'guild week', guild_id, week, anchors, ${plain} from guilds.guild_week where anchors > 0
     except select 'guild week', guild_id, week, count(*), ${sums} from guilds.anchor_week group by guild_id, week)
    union all
    (select 'joined', guild_id, null::date, sum(joined), sum(lost), 0, 0, 0, 0, 0, 0 from guilds.guild_day group by 2
     except select 'joined', g.id, null::date, n.joined, n.lost, 0, 0, 0, 0, 0, 0 from guilds.guild g
      cross join lateral (select count(*) as joined, count(*) filter (where state = 'left') as lost
                            from guilds.member where guild_id = g.id) n)
    union all
    (select 'joined week', guild_id, week, sum(joined), sum(lost), 0, 0, 0, 0, 0, 0 from guilds.guild_day group by 2, 3
     except select 'joined week', guild_id, week, joined, lost, 0, 0, 0, 0, 0, 0 from guilds.guild_week)`
  expect(await run(differ)).toEqual([])
  for (const period of ['day', 'week']) expect(await run(sql.raw(subsDiffer(period)))).toEqual([])
}

/** Where the stored sums of all sub-agencies differ from the sums of their rows. */
const subsDiffer = (period: string) => {
  const columns = `live_seconds, call_seconds, calls_received, calls_answered, gift_bonus, call_bonus, room_bonus, text_bonus,
    bonus_micros, base_micros, anchors, joined, lost`
  const sums = columns.replaceAll(/\w+/g, (name) => `sum(${name})::bigint as ${name}`)
  const added = `select ${period}, count(*)::int as guilds, ${sums} from guilds.guild_${period} f
    join guilds.guild g on g.id = f.guild_id where g.parent_id is not null group by 1`
  const stored = `select ${period}, guilds, ${columns} from guilds.sub_${period} where guilds <> 0`
  return `(${added} except ${stored}) union all (${stored} except ${added})`
}

const minutes = fc.integer({ min: 2_000, max: longAgo })
const user = fc.constantFrom(...users)
const step = fc.oneof(
  fc.tuple(user, minutes, fc.integer({ min: 1, max: 900 })).map((of) => () => gifts(...of)),
  fc.tuple(user, minutes, fc.integer({ min: 0, max: 1_900 })).map((of) => () => broadcast(...of)),
  fc.tuple(user, minutes, fc.integer({ min: 0, max: 4_000 })).map((of) => () => call(...of)),
  fc.tuple(fc.nat(30), fc.integer({ min: 0, max: 1_900 })).map((of) => () => correct(...of)),
  fc.tuple(user, fc.constantFrom(1001, 1002), minutes, fc.nat(8)).map((of) => () => membership(...of)),
  fc.integer({ min: 1, max: 9 }).map((entries) => async () => {
    await fold(entries)
  }),
  // B becomes a sub-agency of A, then independent again.
  fc.boolean().map((is) => async () => {
    await sql`update guilds.guild set parent_id = ${is ? 1001 : null} where id = 1002`.execute(database)
  }),
)
const anyZone = fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York')

test('figures folded in parts equal plain SQL over the facts', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), anyZone, async (steps, next) => {
      for (const run of steps.slice(0, 20)) await run()
      await settled(database)
      await fold(7)
      zone = next
      for (const run of steps.slice(20)) await run()
      await settled(database)
      for (let turn = 0; turn < 500 && (await fold(turn < 5 ? 5 : 200)); turn++);
      expect((await sql`select from guilds.refold`.execute(database)).rows).toEqual([])
      await agrees()
    }),
    { numRuns: 15 },
  )
})

test('bonus has the worth of the time when it was recorded; of weeks to come it counts when they have begun', async () => {
  const user = 4n
  await sql`insert into users.app_user (id, nickname, created_at) values (${user}, 'n4', now())`.execute(database)
  await sql`insert into guilds.member (guild_id, user_id, state, since) values (1001, ${user}, 'active', ${ago(longAgo)})`.execute(
    database,
  )
  await sql`insert into system.param_change (key, version, before, after, reason, changed_by, changed_at)
    values ('bonus_per_usd', 2, '100', '200', '', 'test', ${ago(60)})`.execute(database)
  const give = (recorded: Date, occurredAt = recorded) =>
    inTransaction(database, (tx) =>
      post(tx, 'test', recorded, [{ ...gift(100n, user, payer, newId(occurredAt)), occurredAt }]),
    )
  const counted = async (at: Date) => {
    await settled(database)
    await ensureWeeks(database, at, zone)
    while (await foldFigures({ database, now: at, zone, entries: 200 }));
    const { rows } = await sql<{ bonus: bigint; micros: bigint }>`
      select coalesce(sum(gift_bonus), 0)::bigint as bonus, coalesce(sum(bonus_micros), 0)::bigint as micros
        from guilds.anchor_day where user_id = ${user}`.execute(database)
    return rows[0]!
  }
  await give(ago(120))
  const { bonus, micros } = await counted(now)
  expect(micros).toBe(bonus * 10_000n)
  await give(now, ago(30))
  expect(await counted(now)).toEqual({ bonus: bonus * 2n, micros: micros + micros / 2n })
  const [nextWeek, after] = [ago(-8 * 1_440), ago(-9 * 1_440)]
  await give(now, nextWeek)
  expect((await counted(now)).bonus).toBe(bonus * 2n)
  expect(await counted(after)).toEqual({ bonus: bonus * 3n, micros: micros * 2n })
})
