// Guilds of an old console with their members, as an import brings them (docs/moving-in.md). Their numbers stay: the app knows them by these.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import { addLeaderAccounts, removeUnusedAccounts, unusableHash } from '../../access/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { Origin } from '../users/index.ts'

/** Under any other method, the weeks from the guild's first Monday on are paid by it. */
const usual = 'guild pickup'

/** Guilds with their leaders' accounts, whose passwords nobody knows. Their parents are set once all of them exist (`setParents`). */
export async function openGuilds(
  tx: Transaction,
  { now }: Origin,
  guilds: readonly ImportRecord<'guild'>[],
): Promise<void> {
  await sql`
    insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, state, state_reason, registered_at,
                              approved_at, settlement_method, method_from, agreed_rate_bp, warned_day)
    overriding system value
    select g."guildId", g.name, g."leaderUserId", g."leaderName", g."leaderEmail", g."areaCode", g.phone, g.state, g."stateReason",
           g."registeredAt", g."registeredAt", g.method,
           case when g.method <> ${usual} then date_trunc('week', g."registeredAt" at time zone 'UTC')::date end,
           g."agreedRateBp", 15
      from jsonb_to_recordset(${JSON.stringify(guilds)}::jsonb) as g(
             "guildId" int, name text, "leaderUserId" bigint, "leaderName" text, "leaderEmail" text, "areaCode" text, phone text,
             state text, "stateReason" text, "registeredAt" timestamptz, method text, "agreedRateBp" int)
     order by 1`.execute(tx)
  // New guilds are numbered after these.
  await sql`
    select setval(pg_get_serial_sequence('guilds.guild', 'id'), greatest(max(id), 1001)) from guilds.guild`.execute(tx)
  await keepOpenings(tx, 1, guilds)
  await addLeaderAccounts(
    tx,
    guilds.map(({ guildId, areaCode, phone }) => ({ guildId, areaCode, phone })),
    { passwordHash: await unusableHash(), createdAt: now },
  )
}

/** What guilds brought with them counts beside what weeks credit. */
const keepOpenings = async (tx: Transaction, sign: 1 | -1, guilds: readonly ImportRecord<'guild'>[]) => {
  const owed = guilds.filter(({ payableUsdCents }) => payableUsdCents > 0)
  if (owed.length > 0)
    await sql`
      select kit.add_to_sum('guild.opening', 'guild:' || g.id, g.cents)
        from unnest(${owed.map(({ guildId }) => guildId)}::int[], ${owed.map(({ payableUsdCents }) => sign * payableUsdCents)}::bigint[])
             as g(id, cents)`.execute(tx)
}

/** Makes guilds sub-agencies. */
export const setParents = (tx: Transaction, guilds: readonly Pick<ImportRecord<'guild'>, 'guildId' | 'parentId'>[]) =>
  sql`
    update guilds.guild g set parent_id = p.parent
      from unnest(${guilds.map(({ guildId }) => guildId)}::int[], ${guilds.map(({ parentId }) => parentId ?? null)}::int[]) as p(id, parent)
     where g.id = p.id and p.parent is not null`.execute(tx)

/** A membership is as it was brought. */
const asOpened = sql`(m.state = 'active' and m.version = 1 and m.invited_at is null and m.answered_at = m.since)`

/** Figures of a guild, which removing it removes, as long as it has earned nothing. */
const figures = ['guilds.anchor_day', 'guilds.anchor_week', 'guilds.guild_day', 'guilds.guild_week'] as const

/** Of these guilds, all of an import, those with a sub-agency that is not among them. */
export async function guildsAboveOthers(tx: Transaction, guildIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct parent_id as id from guilds.guild
     where parent_id = any(${guildIds}::int[]) and not (id = any(${guildIds}::int[])) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Guilds that something other than an import refers to, so that they cannot be taken back. */
export async function guildsInUse(tx: Transaction, guildIds: readonly number[]): Promise<number[]> {
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'guilds.guild'::regclass and c.conparentid = 0
       and not (c.conrelid::regclass::text = any(${['access.staff', 'guilds.member', 'guilds.guild', ...figures]}::text[]))
     order by 1, 2`.execute(tx)
  const used = [
    ...tables.map(
      ({ table, column }) => sql`exists (select from ${sql.raw(table)} r where r.${sql.ref(column)} = g.id)`,
    ),
    ...figures.map((table) => sql`exists (select from ${sql.raw(table)} r where r.guild_id = g.id and r.bonus <> 0)`),
  ]
  const { rows } = await sql<{ id: number }>`
    select g.id from unnest(${guildIds}::int[]) as g(id)
     where ${sql.join(used, sql` or `)}
        or exists (select from guilds.member m where m.guild_id = g.id and not ${asOpened})
        or exists (select from access.staff s where s.union_id = g.id and s.last_login_at is not null)
     order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes guilds that nothing refers to, with their leaders' accounts. */
export async function closeGuilds(tx: Transaction, guilds: readonly ImportRecord<'guild'>[]): Promise<void> {
  const ids = guilds.map(({ guildId }) => guildId)
  await removeUnusedAccounts(tx, { guildIds: ids })
  await sql`update guilds.guild set parent_id = null where parent_id = any(${ids}::int[])`.execute(tx)
  for (const table of figures) await sql`delete from ${sql.raw(table)} where guild_id = any(${ids}::int[])`.execute(tx)
  await sql`delete from guilds.guild where id = any(${ids}::int[])`.execute(tx)
  await keepOpenings(tx, -1, guilds)
}

/** Memberships as they stand. */
export const openMembers = (tx: Transaction, members: readonly ImportRecord<'member'>[]) =>
  sql`
    insert into guilds.member (guild_id, user_id, state, since, answered_at)
    select m.guild_id, m.user_id, 'active', m.since, m.since
      from unnest(${members.map(({ guildId }) => guildId)}::int[], ${members.map(({ userId }) => userId)}::bigint[],
                  ${members.map(({ since }) => since)}::timestamptz[]) as m(guild_id, user_id, since)
     order by m.user_id`.execute(tx)

/** Removes memberships that are as they were brought; others stay, and keep their guild. */
export const closeMembers = (tx: Transaction, members: readonly ImportRecord<'member'>[]) =>
  sql`
    delete from guilds.member m
     using unnest(${members.map(({ guildId }) => guildId)}::int[], ${members.map(({ userId }) => userId)}::bigint[]) as o(guild_id, user_id)
     where m.guild_id = o.guild_id and m.user_id = o.user_id and ${asOpened}`.execute(tx)
