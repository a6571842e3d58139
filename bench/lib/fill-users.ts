// Users as on a platform of some years: a few countries have most of them, most are poor and of low level, high levels
// are old users, some devices are shared. Deterministic.
import { withClient } from '../../server/test/server.ts'

const days = 900

/** Fills the database with users 1 to `count`, with wallets, devices, bans and days of activity. */
export async function fillUsers(url: string, count: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ people: number; whole: boolean }>(
      'select (select count(*)::int from users.app_user) as people, exists (select from users.active_day) as whole',
    )
    const found = rows[0] ?? { people: 0, whole: false }
    if (found.whole && found.people >= count) return
    console.log(`Writing ${count} users …`)
    await client.query('set synchronous_commit = off')
    await client.query('select setseed(0.42)')
    await client.query('alter table users.app_user disable trigger wallets')
    const chunk = 100_000
    for (let from = found.people + 1; from <= count; from += chunk)
      await client.query(people, [from, Math.min(from + chunk - 1, count), days, count])
    await client.query('alter table users.app_user enable trigger wallets')
    await client.query(wallets)
    await client.query(devices)
    await client.query(links)
    await client.query(
      'update users.device d set users = l.count from (select device_id, count(*)::int as count from users.user_device group by 1) l where l.device_id = d.id',
    )
    await client.query(bans)
    await client.query(active)
    // Otherwise the next server would count two million days of these users in the midst of what is measured.
    await client.query('truncate indicators.touched, indicators.touched_install, indicators.due, indicators.new_tokens')
    for (const table of ['app_user', 'wallet', 'device', 'user_device', 'ban', 'active_day'])
      await client.query(`vacuum analyze users.${table}`)
  })
}

/** Evaluated per row: `random()` in a lateral that refers to the row. */
const people = `
  insert into users.app_user (id, nickname, sex, country, language, channel, platform, level, vip_type, risk_level, state,
    certified, market_audit, security, internal, online, created_at, registered_at, last_online_at, birthday, fans,
    device_id, avatar_url, stamps)
  select n,
         (array['Ana','Bella','Carla','Diana','Elena','Fatima','Gina','Hana','Ivy','Julia','Kira','Lena','Maria','Nora','Olga',
                'Paula','Rita','Sara','Tina','Vera','Adam','Bruno','Carlos','David','Emre','Felix','Hugo','Ivan','John','Li Wei'])
           [1 + (r.a * 30)::int % 30] || (array['',' ','_','.'])[1 + (r.b * 4)::int % 4] || (r.c * 100000)::int,
         case when r.a < 0.44 then 'woman' when r.a < 0.998 then 'man' else 'none' end,
         (array['BR','IN','ID','TR','EG','PH','VN','MX','CN','US','CO','AR','MA','DZ','TH','PK','BD','NG','DE','FR'])
           [1 + floor(20 * r.b ^ 3)::int],
         (array['pt','en','id','tr','ar'])[1 + floor(5 * r.c)::int],
         case when r.d < 0.3 then '' else 'ch' || floor(60 * r.b ^ 2)::int end,
         (array['android','android','android','ios','web'])[1 + floor(5 * r.e)::int],
         floor(60 * r.e ^ 6 * (1 - n::float8 / $4::bigint) + 3 * r.d)::int,
         case when r.f < 0.04 then (array['silver','gold','diamond'])[1 + floor(75 * r.f)::int] else '' end,
         case when r.g < 0.03 then 1 + floor(300 * r.g)::int else 0 end,
         case when r.h < 0.01 then (array['ban ID','ban ID','ban device','ban both'])[1 + floor(400 * r.h)::int] else 'normal' end,
         r.a < 0.05, r.h > 0.9995, r.g > 0.9999, r.f > 0.9998, r.i < 0.02,
         at, case when r.j < 0.002 then null else at end,
         case when r.i < 0.02 then now() - interval '1 hour' * r.j
              else at + (now() - at) * (1 - r.k ^ 4) end,
         case when r.c < 0.8 then date '2008-01-01' - floor(11000 * r.k ^ 2)::int end, floor(1000 * r.e ^ 8)::int,
         case when r.l < 0.9 then 'dev-' || md5(n::text) else 'dev-' || md5(floor(n * r.l / 3)::text) end,
         'https://example.com/avatars/' || n || '.jpg',
         jsonb_build_object('nickname', at::text, 'sex', at::text, 'registered', at::text, 'country', at::text)
    from generate_series($1::bigint, $2::bigint) n
    cross join lateral (select random() a, random() b, random() c, random() d, random() e, random() f, random() g,
                               random() h, random() i, random() j, random() k, random() l, n as own) r
    cross join lateral (select now() - make_interval(secs => $3::int * 86400.0 * (1 - n::float8 / $4::bigint)) as at) moment`

const wallets = `
  insert into users.wallet (user_id, paid_tokens, promo_tokens, bonus, changed_at)
  select id, case when r.a < 0.85 then 0 else floor(50000 * r.b ^ 6)::int end, floor(100 * r.c ^ 3)::int,
         case when sex = 'woman' and r.a < 0.2 then floor(900000 * r.b ^ 9)::int else 0 end, now()
    from users.app_user cross join lateral (select random() a, random() b, random() c, id as own) r
  on conflict do nothing`

const devices = `
  insert into users.device (id, platform, model, first_seen_at, last_seen_at, banned)
  select device_id, min(platform), 'Model ' || min(id) % 300, min(created_at), max(seen_at), min(id) % 500 = 0
    from users.app_user group by device_id`

const links = `
  insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at, ip)
  select id, device_id, created_at, seen_at, '10.' || id % 250 || '.0.1' from users.app_user`

const bans = `
  insert into users.ban (id, user_id, kind, reason, until, by, at, ended, ended_at)
  select overlay(kit.uuid_at(at)::text placing substr(md5(id::text), 1, 12) from 25 for 12)::uuid, id,
         case state when 'ban ID' then 'id' when 'ban device' then 'device' when 'ban both' then 'both' else 'id' end, 'rude',
         null, 'staff' || id % 20, at, case when state = 'normal' then 'lifted' end, case when state = 'normal' then at end
    from (select id, state, now() - interval '300 days' * random() as at from users.app_user
           where state <> 'normal' or id % 50 = 0) u`

/** A tenth of the users on each of ten days. */
const active = `
  insert into users.active_day (day, user_id, first_at, seconds)
  select (now() at time zone 'UTC')::date - d, id, ((now() at time zone 'UTC')::date - d)::timestamp at time zone 'UTC' + interval '1 day' * random(), 600
    from users.app_user cross join generate_series(0, 9) d where random() < 0.1`
