// Set queries for granting.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { blockOf } from '../channels/channels.hints.ts'
import type { Left, Registered } from './benefits.rules.ts'

/** `number` as `55 11987650042`; empty without one. */
export type Person = Registered & { channel: string; number: string }

/**
 * Users who match approved benefits, by id, with the benefits. Excludes users and devices that had a benefit before, banned users, store
 * reviewers and internal accounts.
 */
export async function fitting(tx: Transaction, userIds: readonly bigint[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id as "userId", u.device_id as "deviceId", promotion.device_key(u.device_id) as device, ${blockOf(sql`u.registered_ip`)} as block, u.channel,
           case when u.phone = '' then '' else u.area_code || ' ' || u.phone end as number,
           jsonb_agg(jsonb_build_object('benefitId', b.id, 'narrowness',
             (b.sex is not null)::int + (b.countries <> '{}')::int + (b.channels <> '{}')::int)) as fits
      from users.app_user u
      join promotion.benefit b
        on b.state = 'approved' and u.registered_at >= greatest(b.from_at, b.approved_at) and u.registered_at < b.to_at
       and (b.sex is null or b.sex = u.sex) and (b.countries = '{}' or u.country = any(b.countries))
       and (b.channels = '{}' or u.channel = any(b.channels))
     where u.id = any(${userIds}::bigint[]) and promotion.device_key(u.device_id) <> '' and u.state = 'normal'
       and not u.market_audit and not u.internal
       and not exists (select from users.device d where d.id = u.device_id and d.banned)
       and not exists (select from promotion.benefit_grant g where g.user_id = u.id)
       and not exists (select from promotion.benefit_grant g where g.device_key = promotion.device_key(u.device_id))
     group by u.id order by u.id`.execute(tx)
  return rows
}

export type Locked = Left & { name: string; tokens: bigint; freeMinutes: number }

/** The approved ones of these benefits, locked in id order until the transaction ends. */
export async function lockBenefits(tx: Transaction, ids: readonly number[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select id as "benefitId", budget_tokens - used_tokens as budget, cost_tokens as cost, name, tokens,
           free_minutes as "freeMinutes"
      from promotion.benefit where id = any(${ids}::int[]) and state = 'approved' order by id for no key update`.execute(
    tx,
  )
  return rows
}

/** Grants of these benefits to these networks since a given time, by `<benefit> <block>`. */
export async function blockCounts(
  tx: Transaction,
  ids: readonly number[],
  blocks: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select benefit_id || ' ' || block as key, count(*)::int as count from promotion.benefit_grant
     where benefit_id = any(${ids}::int[]) and block = any(${blocks}::text[]) and at >= ${since}
     group by benefit_id, block`.execute(tx)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

export type Given = {
  userId: bigint
  deviceId: string
  block: string
  channel: string
  benefitId: number
  name: string
  tokens: bigint
  freeMinutes: number
  cost: bigint
  transferId: string | null
  at: Date
}

/** Stores the grants and debits the budgets, which the caller has locked. */
export async function writeGrants(tx: Transaction, given: readonly Given[]): Promise<void> {
  const of = <K extends keyof Given>(name: K) => given.map((one) => one[name])
  await sql`
    with made as (
      insert into promotion.benefit_grant
        (benefit_id, user_id, device_id, block, channel, tokens, free_minutes, cost_tokens, transfer_id, at)
      select * from unnest(${of('benefitId')}::int[], ${of('userId')}::bigint[], ${of('deviceId')}::text[],
                           ${of('block')}::text[], ${of('channel')}::text[], ${of('tokens')}::bigint[],
                           ${of('freeMinutes')}::int[], ${of('cost')}::bigint[], ${of('transferId')}::uuid[],
                           ${of('at')}::timestamptz[])
      returning benefit_id, cost_tokens)
    update promotion.benefit b set used_tokens = b.used_tokens + m.cost, grants = b.grants + m.count
      from (select benefit_id, sum(cost_tokens)::bigint as cost, count(*)::int as count from made group by 1) m
     where b.id = m.benefit_id`.execute(tx)
}

/** Users whose registration gets its channel from these installs, with the install's time; each once. */
export async function usersOfInstalls(
  tx: Transaction,
  installs: readonly { deviceId: string; at: Date }[],
): Promise<{ userId: bigint; deviceId: string; at: Date }[]> {
  const { rows } = await sql<{ userId: bigint; deviceId: string; at: Date }>`
    select distinct on (u.id) u.id as "userId", u.device_id as "deviceId", i.at
      from unnest(${installs.map((one) => one.deviceId)}::text[], ${installs.map((one) => one.at)}::timestamptz[])
           as i(device_id, at)
      join users.user_device l on l.device_id = i.device_id
      join users.app_user u on u.id = l.user_id and u.device_id = i.device_id
     where u.channel <> '' and u.registered_at >= i.at - interval '24 hours'
       and exists (select from promotion.benefit where state = 'approved')
       and not exists (select from promotion.benefit_grant g where g.user_id = u.id)
     order by u.id, i.at`.execute(tx)
  return rows
}
