// Small random histories: facts of a few users, late, corrected and marked, changes of their places and of the platform's zone, and parts
// of the fold between them; and random questions about them.
import fc from 'fast-check'
import { sql } from 'kysely'
import type { TestProduct } from '../../../../test/product.ts'
import { foldAll } from '../../../../test/settled.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, ensureLedgerMonths, type Item, post } from '../../../ledger/index.ts'
import { gift, grant, issueBonus, recharge } from '../../../ledger/items.fixture.ts'
import { ensureLiveMonths } from '../../live/index.ts'
import { dayOf } from '../fold/fold.rules.ts'
import { foldIndicators } from '../fold/fold.service.ts'
import { zonesOf } from '../fold/fold.zone.ts'
import { type FigureRequest, plus } from './figures.rawFacts.fixture.ts'

const users = [1n, 2n, 3n, 4n, 5n, 6n]
const mostHours = 14 * 24

const user = fc.constantFrom(...users)
const quarters = fc.integer({ min: 1, max: mostHours * 4 })
const at = quarters.map((quarter) => quarter / 4)
const endings = ['cancelled', 'refused', 'timeout', 'busy', 'balance', 'lost', 'hung up'] as const
export const fact = fc.oneof(
  fc.record({ what: fc.constant('visit' as const), user, at, platform: fc.constantFrom('ios', 'android', 'web') }),
  fc.record({
    what: fc.constant('view' as const),
    user,
    at,
    seconds: fc.constantFrom(3, 10, 11, 30, 31, 60, 61, 1_790, 3_700),
  }),
  fc.record({
    what: fc.constant('live' as const),
    user,
    at,
    minutes: fc.integer({ min: 5, max: 300 }),
    tokens: fc.nat({ max: 90 }),
  }),
  fc.record({
    what: fc.constant('gift' as const),
    user,
    at,
    tokens: fc.integer({ min: 1, max: 90 }),
    inCall: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('call' as const),
    user,
    at,
    ends: fc.constantFrom(...endings),
    seconds: fc.constantFrom(0, 9, 10, 29, 30, 120, 121),
    kind: fc.constantFrom('voice', 'video'),
    tokens: fc.nat({ max: 50 }),
    /** The match that led to it, shortly before. */
    matched: fc.option(fc.constantFrom(0, 15, 90)),
  }),
  fc.record({
    what: fc.constant('match' as const),
    user,
    at,
    outcome: fc.constantFrom('cancelled', 'timeout', 'matched'),
    waited: fc.constantFrom(0, 1, 8, 59, 60, 200),
  }),
  fc.record({
    what: fc.constant('order' as const),
    user,
    at,
    cents: fc.integer({ min: 1, max: 900 }),
    back: fc.option(fc.nat({ max: 50 })),
  }),
  fc.record({
    what: fc.constant('entry' as const),
    user,
    at,
    kind: fc.constantFrom(
      'recharge',
      'agent.sale',
      'grant',
      'gift',
      'call',
      'room',
      'text',
      'withdrawal',
      'settlement.redeem',
    ),
    tokens: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    what: fc.constantFrom('post' as const, 'comment' as const, 'item' as const, 'report' as const),
    user,
    at,
  }),
  fc.record({
    what: fc.constant('install' as const),
    device: fc.nat({ max: 5 }),
    at,
    country: fc.constantFrom('BR', 'IN'),
  }),
  fc.record({ what: fc.constant('member' as const), user, at, leaves: fc.option(fc.nat({ max: 100 })) }),
  fc.record({ what: fc.constant('profile' as const), user, certified: fc.boolean(), complete: fc.boolean() }),
  fc.record({ what: fc.constant('registers' as const), user, at }),
  fc.record({
    what: fc.constant('moves' as const),
    user,
    country: fc.constantFrom('BR', 'IN', 'JP'),
    channel: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    what: fc.constant('mark' as const),
    user,
    marked: fc.boolean(),
    as: fc.constantFrom('internal', 'market_audit'),
  }),
  fc.record({ what: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Los_Angeles') }),
  fc.record({ what: fc.constant('fold' as const), part: fc.integer({ min: 1, max: 20 }) }),
)
export type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never

const some = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }), { nil: undefined })
export const question = fc.record({
  length: fc.constantFrom(1, 3, 7, 14, 20),
  end: fc.nat({ max: 9 }),
  compare: fc.constantFrom('before' as const, 'year' as const),
  country: some('BR', 'IN', 'JP'),
  channel: some('a', 'b'),
  platform: some('ios', 'android', 'web'),
  sex: fc.option(fc.constantFrom('woman', 'man'), { nil: undefined }),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

/** A product with six users, to whom facts happen. */
export async function startHistory(product: TestProduct) {
  const { database } = product
  const now = product.clock.now()
  let zone = 'UTC'
  const ago = (hours: number) => new Date(now.getTime() - Math.round(hours * 3_600_000))
  await ensureLedgerMonths(database, ago(mostHours + 48))
  await ensureLiveMonths(database, ago(mostHours + 48))
  for (const id of users)
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
      values (${id}, ${`n${id}`}, now(), ${ago(Number(id) * 53)}, ${id % 2n ? 'woman' : 'man'}, ${id < 3n ? 'BR' : 'IN'},
        ${id < 4n ? 'a' : 'b'}, ${id % 3n ? 'ios' : 'web'})`.execute(database)
  await sql`insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at)
    overriding system value values (1, 'Guild', 6, 'L', 'l@example.com', '1', '1', now())`.execute(database)

  const fold = (touched?: number) => foldIndicators({ database, now, zone, ...(touched !== undefined && { touched }) })
  const foldEverything = () => foldAll(database, fold)

  /** Recomputes which of a user's paid orders is the first. */
  const markFirst = (id: bigint) =>
    sql`update finance.recharge_order o set first_recharge = f.is_first
        from (select id, row_number() over (order by paid_at, id) = 1 as is_first from finance.recharge_order where user_id = ${id}) f
       where f.id = o.id and o.first_recharge <> f.is_first`.execute(database)

  async function happen(one: Fact): Promise<void> {
    const moment = 'at' in one ? ago(one.at) : now
    const id = newId(moment)
    const later = (minutes: number) => new Date(moment.getTime() + minutes * 60_000)
    switch (one.what) {
      case 'visit':
        await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
        values (${dayOf(moment, await zonesOf(database).then((zones) => (zones.length ? zones : [{ since: '2000-01-01', zone }])))}::date,
          ${one.user}, ${moment}, 60, ${one.platform}, ${moment})
        on conflict (day, user_id) do update set seconds = active_day.seconds + 60, platform = excluded.platform,
          first_at = least(active_day.first_at, excluded.first_at)`.execute(database)
        return
      case 'view':
        await sql`insert into live.view (id, live_id, user_id, seconds, at) values (${id}, 'l', ${one.user}, ${one.seconds}, ${moment})`.execute(
          database,
        )
        return
      case 'live':
        await sql`insert into live.session (id, user_id, started_at, heard_at) values (${id}, ${one.user}, ${moment}, ${moment})`.execute(
          database,
        )
        if (one.tokens % 3 === 0) await fold()
        // It ends, and its sums arrive, in transactions of their own.
        await sql`update live.session set ended_at = ${later(one.minutes)} where id = ${id}`.execute(database)
        await sql`update live.session set gift_tokens = ${one.tokens}, minute_tokens = ${one.tokens % 7} where id = ${id}`.execute(
          database,
        )
        return
      case 'gift':
        await sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id, call_id)
        values (${id}, ${moment}, 1, ${one.user}, ${(one.user % 6n) + 1n}, 1, ${one.tokens}, 0, 0,
          ${one.inCall ? null : 'l'}, ${one.inCall ? 'c' : null})`.execute(database)
        return
      case 'call': {
        const answered = one.ends === 'hung up'
        if (one.matched !== null)
          await sql`insert into live.match (id, user_id, requested_at, ended_at, outcome, waited_seconds, call_id)
          values (${id}, ${one.user}, ${later(-one.matched)}, ${moment}, 'matched', 8, ${id})`.execute(database)
        await sql`insert into live.call (id, caller_id, callee_id, kind, requested_at, heard_at)
        values (${id}, ${one.user}, ${(one.user % 6n) + 1n}, ${one.kind}, ${moment}, ${moment})`.execute(database)
        if (one.tokens % 3 === 0) await fold()
        await sql`update live.call set answered_at = ${answered ? moment : null}, ended_at = ${later(3)},
        seconds = ${answered ? one.seconds : 0}, end_reason = ${one.ends} where id = ${id}`.execute(database)
        await sql`update live.call set tokens = ${one.tokens}, bonus = ${one.tokens % 5} where id = ${id}`.execute(
          database,
        )
        await sql`update live.call set gift_tokens = ${one.tokens % 11} where id = ${id}`.execute(database)
        return
      }
      case 'match':
        await sql`insert into live.match (id, user_id, requested_at) values (${id}, ${one.user}, ${moment})`.execute(
          database,
        )
        await sql`update live.match set ended_at = ${later(1)}, outcome = ${one.outcome}, waited_seconds = ${one.waited} where id = ${id}`.execute(
          database,
        )
        return
      case 'order':
        await sql`insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at, recharge_id)
        values (${id}, ${one.user}, ${one.cents}, 'success', ${moment}, ${moment}, ${id}::uuid)`.execute(database)
        await markFirst(one.user)
        if (one.back !== null) {
          const back = new Date(Math.min(now.getTime(), later(one.back * 60).getTime()))
          await sql`insert into finance.order_return (id, order_id, n, kind, at, counts, transfer_id)
          values (${id}::uuid, ${id}, 1, 'chargeback', ${back}, true, ${id}::uuid)`.execute(database)
          await sql`update finance.recharge_order set refund = 'chargeback' where id = ${id}`.execute(database)
          // Some are won, after they were counted.
          if (one.cents % 3 !== 0) return
          await fold()
          await sql`update finance.order_return set reversed_at = ${back} where id = ${id}::uuid`.execute(database)
        }
        return
      case 'entry':
        await inTransaction(database, (tx) =>
          post(tx, 'test', now, [itemOf(one.kind, BigInt(one.tokens), one.user, id, moment)]),
        )
        return
      case 'post':
        await sql`insert into community.dynamic (id, user_id, text, posted_at) values (${id}, ${one.user}, 'x', ${moment})`.execute(
          database,
        )
        return
      case 'comment':
        await sql`insert into community.comment (id, dynamic_id, user_id, text, posted_at) values (${id}, 'd', ${one.user}, 'x', ${moment})`.execute(
          database,
        )
        return
      case 'item':
        await sql`insert into audits.item (id, kind, user_id, submitted_at) values (${id}, 'photo', ${one.user}, ${moment})`.execute(
          database,
        )
        return
      case 'report':
        await sql`insert into audits.report (id, reporter_id, user_id, reason, reported_at)
        values (${id}, ${one.user}, ${(one.user % 6n) + 1n}, 'x', ${moment})`.execute(database)
        return
      case 'install':
        // The earliest install of a device counts, in any order of arrival.
        await sql`insert into promotion.install as i (device_id, channel, platform, country, at)
        values (${`d${one.device}`}, 'a', 'ios', ${one.country}, ${moment})
        on conflict (device_id) do update set country = excluded.country, at = excluded.at where excluded.at < i.at`.execute(
          database,
        )
        return
      case 'member': {
        const ends = one.leaves === null ? null : later(one.leaves * 60)
        await sql`update guilds.member set state = 'left', ends_at = ${moment} where user_id = ${one.user} and ends_at is null`.execute(
          database,
        )
        await sql`insert into guilds.member (guild_id, user_id, state, since, ends_at)
        values (1, ${one.user}, ${ends ? 'left' : 'active'}, ${moment}, ${ends})`.execute(database)
        return
      }
      case 'profile':
        await sql`update users.app_user set certified = ${one.certified}, avatar_url = ${one.complete ? 'https://a' : ''},
        birthday = ${one.complete ? '2000-01-01' : null} where id = ${one.user}`.execute(database)
        return
      case 'registers':
        await sql`update users.app_user set registered_at = ${moment} where id = ${one.user}`.execute(database)
        return
      case 'moves':
        await sql`update users.app_user set country = ${one.country}, channel = ${one.channel} where id = ${one.user}`.execute(
          database,
        )
        return
      case 'mark':
        await sql`update users.app_user set ${sql.ref(one.as)} = ${one.marked} where id = ${one.user}`.execute(database)
        return
      case 'zone':
        await foldEverything()
        zone = one.zone
        await fold()
        return
      case 'fold':
        await fold(one.part)
    }
  }

  return {
    /** All facts, counted. @returns the question's span and filters. */
    async after(
      facts: readonly Fact[],
      { length, end, ...filters }: Omit<Question, 'compare' | 'length'> & { length: number },
    ): Promise<FigureRequest> {
      for (const happened of facts) await happen(happened)
      await foldEverything()
      const today = dayOf(now, await zonesOf(database))
      const to = plus(today, -end)
      return { from: plus(to, 1 - length), to, today, ...filters }
    },
  }
}

/** Moves a user's tokens or bonus; the ledger refuses missing amounts. */
function itemOf(kind: string, tokens: bigint, of: bigint, id: string, occurredAt: Date): Item {
  if (kind === 'recharge' || kind === 'agent.sale') return { ...recharge(tokens * 5n, 0n, of, id), kind, occurredAt }
  if (kind === 'grant') return { ...grant(tokens, of, id), occurredAt }
  if (kind === 'withdrawal' || kind === 'settlement.redeem') {
    const amount = tokens / 4n + 1n
    return {
      ...grant(tokens, of, id),
      kind,
      occurredAt,
      accounts: [bonus(of), issueBonus],
      decide: (balances) =>
        balances.available(bonus(of)) < amount
          ? 60001
          : [
              { account: bonus(of), amount: -amount },
              { account: issueBonus, amount },
            ],
    }
  }
  return { ...gift(tokens, (of % 6n) + 1n, of, id), kind, occurredAt }
}
