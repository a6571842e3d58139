// Devices on which nobody else was seen go with the person, and so do the links to all others. Hashes stay, so that a ban and a benefit reach
// those who come back on such a device or with the same number.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { type Hashed, hashesOf } from '../keptHashes.ts'

type Own = { id: string; key: string; banned: boolean; bannedUntil: Date | null; alone: boolean }

/** Every device of the person, and whether nobody else was seen on it. */
async function devicesOf(tx: Transaction, userId: bigint): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select d.id, promotion.device_key(d.id) as key, d.banned, d.banned_until as "bannedUntil",
           not exists (select from users.user_device o where o.device_id = d.id and o.user_id <> ${userId}) as alone
      from users.user_device l join users.device d on d.id = l.device_id
     where l.user_id = ${userId} order by d.id for no key update of d`.execute(tx)
  return rows
}

/** Keeps what a ban and a benefit need of devices and number. Call it before anything of them is erased. */
export async function keepHashes(tx: Transaction, seals: Seals, userId: bigint, now: Date): Promise<void> {
  const { rows } = await sql<{ number: string; benefit: boolean; deviceKey: string | null; device: string }>`
    select case when u.phone = '' then '' else u.area_code || ' ' || u.phone end as number, g.user_id is not null as benefit,
           g.device_key as "deviceKey", promotion.device_key(u.device_id) as device
      from users.app_user u left join promotion.benefit_grant g on g.user_id = u.id
     where u.id = ${userId}`.execute(tx)
  const person = rows[0]
  if (!person) return
  const devices = await devicesOf(tx, userId)
  const kept: Hashed[] = devices
    .filter(({ alone }) => alone)
    .map(({ key, banned, bannedUntil }) => ({
      kind: 'device',
      text: key,
      banned,
      bannedUntil: banned ? bannedUntil : null,
      benefit: person.benefit && key === person.deviceKey,
    }))
  // The device of a benefit may not have been seen since, or be another's, too.
  if (person.benefit && person.deviceKey && !kept.some(({ text }) => text === person.deviceKey))
    kept.push({ kind: 'device', text: person.deviceKey, banned: false, bannedUntil: null, benefit: true })
  if (person.number !== '' && person.benefit)
    kept.push({ kind: 'number', text: person.number, banned: false, bannedUntil: null, benefit: true })
  const hashed = hashesOf(seals, kept).filter(({ text }) => text !== '')
  if (hashed.length === 0) return
  const of = <K extends keyof (typeof hashed)[number]>(name: K) => hashed.map((one) => one[name])
  await sql`
    insert into privacy.kept_hash as k (kind, hash, benefit, banned, banned_until, kept_at)
    select h.*, ${now}::timestamptz from unnest(${of('kind')}::text[], ${of('hash')}::text[], ${of('benefit')}::boolean[],
                                  ${of('banned')}::boolean[], ${of('bannedUntil')}::timestamptz[]) as h
    on conflict (kind, hash) do update
       set benefit = k.benefit or excluded.benefit, banned = k.banned or excluded.banned,
           banned_until = case when k.banned and excluded.banned and k.banned_until is not null and excluded.banned_until is not null
                               then greatest(k.banned_until, excluded.banned_until)
                               when k.banned and excluded.banned then null
                               when k.banned then k.banned_until else excluded.banned_until end`.execute(tx)
}

/** Removes the links, and the devices that were the person's alone with all that refers to them. */
export async function eraseDevices(tx: Transaction, userId: bigint): Promise<void> {
  const devices = await devicesOf(tx, userId)
  const own = devices.filter(({ alone }) => alone).map(({ id }) => id)
  const shared = devices.filter(({ alone }) => !alone).map(({ id }) => id)
  await sql`delete from ${sql.table('users.user_device')} where user_id = ${userId}`.execute(tx)
  await sql`update ${sql.table('users.device')} set users = users - 1 where id = any(${shared}::text[])`.execute(tx)
  await sql`update ${sql.table('users.ban')} set device_id = null where device_id = any(${own}::text[]) and user_id is not null`.execute(
    tx,
  )
  for (const [table, column] of [
    ['users.ban', 'device_id'],
    ['users.device_follow', 'device_id'],
    ['promotion.install', 'device_id'],
    ['users.device', 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${own}::text[])`.execute(tx)
}
