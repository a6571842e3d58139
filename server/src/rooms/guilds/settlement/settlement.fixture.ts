// Guilds with anchors and a week's figures for tests, inserted directly into the database, with the bonus in the ledger.
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus as bonusOf, move, ofPlatform, post } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { computeSums, validDays } from '../weeks/weekSum.compute.ts'
import { confirmBy } from '../weeks/weeks.times.ts'
import type { Drafting } from './settlement.drafts.ts'
import { figureReaders } from './settlement.drafts.ts'
import { insertSums } from './settlement.write.ts'

let last = 7_000_000

/** The first user id, for a process that continues with another's database. */
export const usersFrom = (id: number): void => {
  last = id
}

/** A clock that only moves when it is set. */
export function stoppedClock(at: string): Clock & { set(to: string): void } {
  let now = new Date(at)
  return {
    now: () => now,
    set: (to) => {
      now = new Date(to)
    },
    refresh: async () => {},
    close: () => {},
  }
}

export type AnchorOptions = { bonus: number; paidPercent?: number; validDays?: number; banned?: boolean }

/** An app user, banned or not. */
export async function aUser(database: Database, banned = false): Promise<bigint> {
  const id = BigInt(++last)
  await sql`
    insert into users.app_user (id, nickname, sex, state, created_at)
    values (${id}, ${`Anchor ${id}`}, 'woman', ${banned ? 'ban ID' : 'normal'}, '2026-01-01')`.execute(database)
  return id
}

/** The week that the tests use: Monday 2026-11-16, in UTC. */
export const testWeek = '2026-11-16'

/** Granted bonus with its liability. */
export const giveBonus = (database: Database, userId: bigint, bonus: number, at: Date) =>
  inTransaction(database, (tx) =>
    post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'gift',
        phase: 'single',
        reference: `gift for ${userId}`,
        occurredAt: at,
        request: { userId: String(userId), bonus },
        accounts: [bonusOf(userId), ofPlatform('issue', 'BONUS')],
        decide: () => move(ofPlatform('issue', 'BONUS'), bonusOf(userId), BigInt(bonus)),
        usd: () => move(ofPlatform('anchorCost', 'USD'), ofPlatform('bonusLiability', 'USD'), BigInt(bonus) * 10_000n),
      },
    ]),
  )

export type MadeGuild = { id: number; leader: bigint; anchors: bigint[] }

/** A guild with long-standing members. */
export async function aGuildOf(
  database: Database,
  of: {
    anchors?: readonly AnchorOptions[]
    method?: 'guild pickup' | 'anchor withdrawal'
    parentId?: number
    agreedBp?: number
    state?: string
    week?: string
    ledger?: boolean
  } = {},
): Promise<MadeGuild> {
  const leader = await aUser(database)
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at,
                              approved_at, settlement_method, agreed_rate_bp)
    values (${`Guild of ${leader}`}, ${of.parentId ?? null}, ${leader}, 'Leader', 'l@example.com', '86', ${`138${leader}`},
            ${of.state ?? 'normal'}, '2026-01-01', '2026-01-01', ${of.method ?? 'guild pickup'}, ${of.agreedBp ?? null})
    returning id`.execute(database)
  const { id } = rows[0]!
  const anchors: bigint[] = []
  for (const anchor of of.anchors ?? []) {
    const userId = await aUser(database, anchor.banned)
    anchors.push(userId)
    await sql`
      insert into guilds.member (guild_id, user_id, state, since) values (${id}, ${userId}, 'active', '2026-01-01')`.execute(
      database,
    )
    await earn(database, { guildId: id, userId, ...anchor, ...(of.week && { week: of.week }) }, of.ledger ?? false)
  }
  // These figures are synthetic, not folded from facts.
  await sql`delete from guilds.refold`.execute(database)
  return { id, leader, anchors }
}

/** `day`: of the week, 0 to 6. Seconds live and on calls, bonus and its paid part; negative ones take back. */
export type Fact = { day: number; live?: number; call?: number; bonus?: number; paidPercent?: number }

/** Adds facts of an anchor to the figures, as the fold does. */
export async function addFacts(
  database: Database,
  { guildId, userId, week, days }: { guildId: number; userId: bigint; week: string; days: readonly Fact[] },
): Promise<void> {
  const all = <T>(of: (fact: Fact) => T) => days.map(of)
  const none = all(() => 0)
  const base = (fact: Fact) => Math.round(((fact.bonus ?? 0) * 10_000 * (fact.paidPercent ?? 100)) / 100)
  await sql`
    select guilds.add_figures(${all(() => guildId)}::int[], ${all(() => week)}::date[],
      (select array_agg(${week}::date + d order by n) from unnest(${all(({ day }) => day)}::int[]) with ordinality as d(d, n)),
      ${all(() => userId)}::bigint[], ${all(({ live }) => live ?? 0)}::int[], ${all(({ call }) => call ?? 0)}::int[], ${none}::int[],
      ${none}::int[], ${all(({ bonus }) => bonus ?? 0)}::bigint[], ${none}::bigint[], ${none}::bigint[], ${none}::bigint[],
      ${all(({ bonus }) => (bonus ?? 0) * 10_000)}::bigint[], ${all(base)}::bigint[])`.execute(database)
}

/** Adds to the figures of a week: bonus, its paid part, and valid days. */
export async function earn(
  database: Database,
  of: { guildId: number; userId: bigint; week?: string } & AnchorOptions,
  ledger = false,
): Promise<void> {
  const { guildId, userId, bonus, paidPercent = 100, validDays = 0, week = testWeek } = of
  const days = Array.from({ length: Math.max(1, validDays) }, (_, day) => ({
    day,
    live: day < validDays ? 3_600 : 0,
    ...(day === 0 && { bonus, paidPercent }),
  }))
  await addFacts(database, { guildId, userId, week, days })
  if (ledger) await giveBonus(database, userId, bonus, new Date(`${week}T12:00:00Z`))
}

/** What drafting needs, at a moment that the test sets. */
export const draftingAt = (
  { database, params }: { database: Database; params: Params },
  at: string,
): Drafting & { clock: ReturnType<typeof stoppedClock> } => ({ database, params, clock: stoppedClock(at) })

/** Deletes everything of the area except its history, and makes the test week the only one. */
export async function emptyGuilds(database: Database): Promise<void> {
  await sql`
    truncate guilds.settlement_run, guilds.anchor_debt, guilds.deduction, guilds.member, guilds.settlement, guilds.anchor_week,
             guilds.anchor_day, guilds.guild_week, guilds.guild_day cascade`.execute(database)
  for (const reader of figureReaders)
    await sql`
      insert into kit.reader (name, boundary) values (${reader}, '9000000000000000000')
      on conflict (name) do update set boundary = excluded.boundary`.execute(database)
  // Guilds with accounts or a history stay, as if they had never been approved.
  await sql`update guilds.guild set state = 'rejected', approved_at = null, parent_id = null`.execute(database)
  await sql`
    delete from guilds.guild where id not in (select union_id from access.staff where union_id is not null)
       and id not in (select guild_id from guilds.event)`.execute(database)
  await sql`delete from guilds.week`.execute(database)
  await sql`insert into guilds.week values (${testWeek}, '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z')`.execute(
    database,
  )
}

/** A guild's draft of a week, as the round makes it. */
export async function aDraft(
  { database, params }: { database: Database; params: Params },
  of: Parameters<typeof aGuildOf>[1] & { guild?: MadeGuild } = {},
): Promise<{ settlementId: number; guild: MadeGuild }> {
  const week = of.week ?? testWeek
  await sql`
    insert into guilds.week (week, starts_at, ends_at)
    values (${week}::date, ${week}::date::timestamp at time zone 'UTC', (${week}::date + 7)::timestamp at time zone 'UTC')
    on conflict do nothing`.execute(database)
  const guild = of.guild ?? (await aGuildOf(database, { ledger: true, ...of }))
  const at = new Date(new Date(`${week}T02:00:00Z`).getTime() + 7 * 86_400_000)
  const [written] = await inTransaction(database, async (tx) =>
    insertSums(tx, await computeSums(tx, week, [guild.id], validDays(params, at)), {
      week,
      at,
      confirmBy: confirmBy(at, 48),
      why: 'drafted',
      by: 'system',
    }),
  )
  return { settlementId: written!.id, guild }
}

/** Sets the stored progress. */
export const putInState = (database: Database, settlementId: number, state: string) =>
  sql`
    update guilds.settlement set state = ${state}, confirmed_at = drafted_at, confirmed_by = 'system' where id = ${settlementId}`.execute(
    database,
  )
