// Other records of money: wallets of lists, orders, gifts, texts, calls, paid rooms, withdrawals, folded days. Read-only, in the snapshot
// of the whole reconciliation. Platform only: the service refuses every other scope.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Sided } from './reconcile.rules.ts'

/** Paid orders whose recharge happened since the time of `fromId`, with their tokens. */
export async function paidOrders(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select recharge_id as id, 'order ' || id as name, tokens + promo_tokens as amount
      from finance.recharge_order where recharge_id >= ${fromId}::uuid`.execute(reader)
  return rows
}

/** Gifts from the moment of `fromId` on, with the tokens they cost. */
export async function gifts(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select id, 'gift ' || id as name, tokens as amount from live.gift where id >= ${fromId}::uuid`.execute(reader)
  return rows
}

/** Paid texts accepted by the bridge from the moment of `fromId` on, with the tokens in its answers. */
export async function texts(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select id, 'text ' || id as name, coalesce((result->>'tokens')::bigint, 0) as amount
      from bridge.event where id >= ${fromId}::uuid and type = 'text.charged' and refused is null`.execute(reader)
  return rows
}

/** Calls requested since a moment, by their transfers' reference, with the tokens their minutes cost. */
export async function calls(reader: Reader, since: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'call ' || id as id, 'call ' || id as name, tokens as amount
      from live.call where requested_at >= ${since} and tokens <> 0`.execute(reader)
  return rows
}

/** Those of `references` whose call began earlier, so that only part of its minutes would be compared. */
export async function callsBefore(reader: Reader, since: Date, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'call ' || id as name from live.call
     where id = any(select substr(r, 6) from unnest(${references}::text[]) r) and requested_at < ${since}`.execute(
    reader,
  )
  return rows.map(({ name }) => name)
}

/** Paid rooms that began since a moment, by their transfers' reference, with what viewers' minutes cost. */
export async function rooms(reader: Reader, since: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'live ' || s.id as id, 'live ' || s.id as name, sum(m.tokens)::bigint as amount
      from live.session s join live.paid_minute m on m.live_id = s.id
     where s.started_at >= ${since} and m.tokens > 0
     group by s.id`.execute(reader)
  return rows
}

/** Those of `references` whose room began before. */
export async function roomsBefore(reader: Reader, since: Date, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'live ' || id as name from live.session
     where id = any(select substr(r, 6) from unnest(${references}::text[]) r) and started_at < ${since}`.execute(reader)
  return rows.map(({ name }) => name)
}

/** Bonus of open withdrawals, by user. */
export async function openWithdrawals(reader: Reader): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'user:' || user_id as id, 'user:' || user_id as name, sum(bonus)::bigint as amount, '/user/detail/' || user_id as href
      from finance.withdrawal where state in ('in review', 'withdrawing') or (state = 'failure' and released_at is null)
     group by user_id order by user_id`.execute(reader)
  return rows
}

/** Tokens and bonus of wallets as lists show them, without these users: their stored sum less those of these. */
export async function walletSums(reader: Reader, but: readonly bigint[]): Promise<{ tokens: bigint; bonus: bigint }> {
  const { rows } = await sql<{ tokens: bigint; bonus: bigint }>`
    select (s.tokens - o.tokens)::bigint as tokens, (s.bonus - o.bonus)::bigint as bonus
      from users.wallet_sum s,
           (select coalesce(sum(tokens), 0) as tokens, coalesce(sum(bonus), 0) as bonus
              from users.wallet where user_id = any(${but}::bigint[])) o`.execute(reader)
  return rows[0]!
}

export type WalletRow = { userId: bigint; tokens: bigint; bonus: bigint }

/** Wallets after a user id, in order. */
export async function walletsAfterId(reader: Reader, userId: bigint, limit: number): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select user_id as "userId", tokens, bonus from users.wallet
     where user_id > ${userId} order by user_id limit ${limit}`.execute(reader)
  return rows
}

/** Credits minus debits over all days, by currency. */
export async function daySums(reader: Reader): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    select currency, sum(in_sum - out_sum)::bigint as amount from flow.daily group by currency`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.amount]))
}

/**
 * Credits of approved weeks less payments, and holds of open requests and of weeks in payout batches; in cents, by guild.
 */
export async function guildsOwed(reader: Reader): Promise<{ payable: Sided[]; requested: Sided[] }> {
  const sided = (amounts: ReturnType<typeof sql>) => sql<Sided>`
    select 'guild:' || guild_id as id, 'guild:' || guild_id as name, sum(cents)::bigint as amount,
           '/flow/token?owner=guild%3A' || guild_id as href
      from (${amounts}) a group by guild_id having sum(cents) <> 0 order by guild_id`
  const payable = await sql<Sided>`
    select owner as id, owner as name, sum(case when what in ('guild.approved', 'guild.opening') then amount else -amount end)::bigint as amount,
           '/flow/token?owner=' || replace(owner, ':', '%3A') as href
      from kit.kept_sum where what in ('guild.approved', 'guild.opening', 'guild.paid', 'guild.deducted')
     group by owner having sum(case when what in ('guild.approved', 'guild.opening') then amount else -amount end) <> 0
     order by substr(owner, 7)::int`.execute(reader)
  const requested = await sided(sql`
    select guild_id, usd_cents as cents from guilds.payout_request where state in ('in review', 'agreed')
    union all
    select s.guild_id, p.usd_cents from finance.payout p join guilds.settlement s on s.id = p.source_id::int
     where p.source = 'guild.week' and p.state = 'waiting'`).execute(reader)
  return { payable: payable.rows, requested: requested.rows }
}

export type CountedMember = { userId: bigint; since: Date; endsAt: Date | null }

/**
 * Memberships since a given time, of users without pending recounts, and the guilds' figures of these users' bonus since a day, by user.
 */
export async function guildBonus(
  reader: Reader,
  since: Date,
  day: string,
): Promise<{ members: CountedMember[]; figures: Sided[]; until: Date }> {
  const settled = sql`not exists (select from guilds.refold r where r.user_id = m.user_id)`
  const members = await sql<CountedMember>`
    select m.user_id as "userId", m.since, m.ends_at as "endsAt" from guilds.member m
     where m.state in ('active', 'leaving', 'left', 'expelled') and coalesce(m.ends_at, 'infinity') > ${since} and ${settled}`.execute(
    reader,
  )
  const figures = await sql<Sided>`
    select 'user:' || m.user_id as id, 'user:' || m.user_id as name, sum(m.bonus)::bigint as amount,
           '/user/detail/' || m.user_id as href
      from guilds.anchor_day m where m.day >= ${day}::date and ${settled}
     group by m.user_id having sum(m.bonus) <> 0 order by m.user_id`.execute(reader)
  const { rows } = await sql<{ until: Date }>`
    select coalesce(max(ends_at), 'epoch') as until from guilds.week`.execute(reader)
  return { members: members.rows, figures: figures.rows, until: rows[0]!.until }
}

/** Guilds' figures of the newest two weeks: by week and by day, of guilds and of their anchors, each as bonus by guild and week. */
export async function guildFigures(reader: Reader): Promise<{ weeks: Sided[]; days: Sided[]; anchors: Sided[] }> {
  const sums = (table: string) => sql<Sided>`
    select guild_id || ' ' || week as id, 'guild:' || guild_id || ' ' || week as name, sum(bonus)::bigint as amount,
           '/sociatyManage/weekReport?guildId=' || guild_id as href
      from ${sql.table(table)} where week in (select week from guilds.week order by week desc limit 2)
     group by guild_id, week having sum(bonus) <> 0 order by guild_id, week`
  const [weeks, days, anchors] = [
    await sums('guilds.guild_week').execute(reader),
    await sums('guilds.guild_day').execute(reader),
    await sums('guilds.anchor_week').execute(reader),
  ]
  return { weeks: weeks.rows, days: days.rows, anchors: anchors.rows }
}

/** Settlements that are approved: these, and the newest; what each credits in cents, and the bonus that it redeems. */
export async function approvedSettlements(
  reader: Reader,
  references: readonly string[],
  newest: number,
): Promise<{ payable: Sided[]; redeemed: Sided[] }> {
  const { rows } = await sql<{ id: number; cents: bigint; bonus: bigint }>`
    select s.id, s.payable_cents + s.carried_in_cents - s.carried_out_cents as cents, coalesce(l.bonus, 0)::bigint as bonus
      from (select * from guilds.settlement where id = any(${references.flatMap((one) => /^settlement (\d{1,9})$/.exec(one)?.[1] ?? []).map(Number)}::int[])
            union
            (select * from guilds.settlement where state = 'approved' order by week desc, id desc limit ${newest})) s
      left join lateral (
        select sum(redeem_bonus) as bonus from guilds.settlement_line l
         where l.settlement_id = s.id and l.sum_version = s.sum_version and not l.held) l on true
     where s.state = 'approved'`.execute(reader)
  const sided = (of: 'cents' | 'bonus') =>
    rows.flatMap(({ id, ...row }): Sided[] => {
      const name = `settlement ${id}`
      const href = `/sociatyManage/settleAccountsDetail/${id}`
      return row[of] === 0n ? [] : [{ id: name, name, amount: row[of], href }]
    })
  return { payable: sided('cents'), redeemed: sided('bonus') }
}

/** Registration benefits from the moment of `fromId` on, with the tokens they gave. */
export async function benefits(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select transfer_id as id, 'benefit ' || benefit_id as name, tokens as amount
      from promotion.benefit_grant where transfer_id >= ${fromId}::uuid`.execute(reader)
  return rows
}

type PromoterSums = { payable: Sided[]; settled: Sided[]; paid: Sided[] }

/** By promoters' approved lines: owed by promoter, and credited and paid line by line (the newest since the moment of `fromId`); in cents. */
export async function promoterLines(reader: Reader, fromId: string, limit: number): Promise<PromoterSums> {
  const { rows: payable } = await sql<Sided>`
    select 'promoter:' || promoter_id as id, 'promoter:' || promoter_id as name, sum(payable_cents)::bigint as amount
      from promotion.settlement where state = 'approved' group by promoter_id having sum(payable_cents) <> 0`.execute(
    reader,
  )
  const line = sql`'promoter settlement ' || id as name, payable_cents as amount`
  const { rows: settled } = await sql<Sided>`
    select transfer_id as id, ${line} from promotion.settlement where transfer_id >= ${fromId}::uuid and approved_by not like 'import %'
     order by transfer_id desc limit ${limit}`.execute(reader)
  const { rows: paid } = await sql<Sided>`
    select payment_id as id, ${line} from promotion.settlement where payment_id >= ${fromId}::uuid
     order by payment_id desc limit ${limit}`.execute(reader)
  return { payable, settled, paid }
}

/** What imports have booked from the opening accounts, as they keep it. */
export async function importsOpened(reader: Reader): Promise<Record<'TOKEN' | 'BONUS' | 'USD', bigint>> {
  const { rows } = await sql<{ TOKEN: bigint; BONUS: bigint; USD: bigint }>`
    select coalesce(sum(opened_tokens), 0)::bigint as "TOKEN", coalesce(sum(opened_bonus), 0)::bigint as "BONUS",
           coalesce(sum(opened_usd_micros), 0)::bigint as "USD"
      from moving.import`.execute(reader)
  return rows[0]!
}

/** Sums of the applied imports' files, by the field that their totals name. */
export async function importsDeclared(reader: Reader): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'import ' || i.id as id, 'import ' || i.id as name,
           (coalesce((i.declared -> 'user' -> 'sums' ->> 'paidTokens')::bigint, 0)
            + coalesce((i.declared -> 'user' -> 'sums' ->> 'promoTokens')::bigint, 0)
            - coalesce((i.declared -> 'user' -> 'sums' ->> 'debtTokens')::bigint, 0)
            + coalesce((i.declared -> 'agent' -> 'sums' ->> 'stockTokens')::bigint, 0)) as amount,
           '/sys/import?drawer=import%3A' || i.id as href
      from moving.import i where i.state = 'applied' order by i.id`.execute(reader)
  return rows
}

/** What each applied import has booked in tokens. */
export async function importsBooked(reader: Reader): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'import ' || i.id as id, 'import ' || i.id as name, i.opened_tokens as amount,
           '/sys/import?drawer=import%3A' || i.id as href
      from moving.import i where i.state = 'applied' order by i.id`.execute(reader)
  return rows
}
