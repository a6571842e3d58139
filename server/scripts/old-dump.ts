// Writes the dump of a made-up old console, `server/test/oldDump/old.sql.gz`, as PostgreSQL's `pg_dump --inserts` would: names as people have them, an
// id twice, a report that does not add up. `server/test/oldDump/oldDump.test.ts` moves it in by the queries of docs/moving-in.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

let state = 2_026
/** Numbers from a seed: the same dump each time. */
const draw = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * most)
}

const users = 300
const guilds = 24
const agents = 9
const names = [
  'Noura',
  "O'Brien",
  'نورة',
  '李小龙',
  'Zoë 🦊',
  'a"quote',
  'back\\slash',
  '  spaced  ',
  'tab\tname',
  'İpek',
  '👩‍👩‍👧',
  'line\nbreak',
  'null',
  'ﷺ',
]
const countries = ['AE', 'DE', 'BR', 'CN', 'TR', 'US']

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const time = (day: number) => text(new Date(Date.UTC(2025, 0, 1 + day, draw(24), draw(60))).toISOString())
const lines: string[] = []
const table = (name: string, columns: string) => lines.push(`create table ${name} (${columns});`)
const row = (name: string, values: readonly (string | number | boolean | null)[]) =>
  lines.push(
    `insert into ${name} values (${values.map((value) => (value === null ? 'null' : String(value))).join(', ')});`,
  )

table(
  'users',
  'id bigint, nick text, gender smallint, country_code text, area text, mobile text, created timestamptz, banned boolean, ban_reason text, banned_until timestamptz',
)
table('wallets', 'user_id bigint, paid bigint, promo bigint, bonus bigint, debt bigint')
table(
  'orders',
  'id text, user_id bigint, product text, tokens bigint, cents int, gateway text, created timestamptz, paid timestamptz',
)
table(
  'guilds',
  'id int, name text, parent int, leader bigint, leader_name text, leader_mail text, area text, mobile text, created timestamptz, owed_cents bigint',
)
table('guild_members', 'guild_id int, user_id bigint, joined timestamptz')
table('agents', 'user_id bigint, contact text, frozen boolean, approved timestamptz, stock bigint')
table('withdrawals', 'id text, user_id bigint, bonus bigint, method text, requested timestamptz, state text')
table(
  'report',
  'kind text, many bigint, paid bigint, promo bigint, bonus bigint, debt bigint, payable bigint, stock bigint, cents bigint',
)

const sums = { paid: 0, promo: 0, bonus: 0, debt: 0, payable: 0, stock: 0, cents: 0, taken: 0 }
const id = (n: number) => 900_000 + n
for (let n = 0; n < users; n++) {
  const banned = n % 41 === 40
  row('users', [
    id(n),
    text(`${names[draw(names.length)]}${n}`),
    draw(3),
    text(countries[draw(countries.length)]!),
    text('49'),
    text(`1760${1_000_000 + n}`),
    time(draw(400)),
    banned,
    banned ? text('Spam; "again"') : null,
    banned && n % 2 === 0 ? text('2099-01-01T00:00:00Z') : null,
  ])
  const rich = draw(3) === 0
  const wallet = {
    paid: rich ? 1 + draw(50_000) : 0,
    promo: draw(4) === 0 ? draw(300) : 0,
    bonus: n < guilds * 5 ? 1_000 + draw(100_000) : draw(500),
    debt: n % 37 === 36 ? 1 + draw(900) : 0,
  }
  row('wallets', [id(n), ...Object.values(wallet)])
  for (const [name, many] of Object.entries(wallet)) sums[name as keyof typeof wallet] += many
  if (rich)
    row('orders', [text(`paid-${n}`), id(n), text('tokens.1000'), 1_000, 999, text('play'), time(410), time(411)])
}
for (let g = 0; g < guilds; g++) {
  const owed = g % 2 === 0 ? 1_000 + draw(500_000) : 0
  sums.payable += owed
  row('guilds', [
    // Sub-agencies stand above their parents.
    7_000 + g,
    text(`Guild ${g} ${names[g % 3]}`),
    g < guilds / 2 ? 7_000 + guilds - 1 - (g % 3) : null,
    id(g),
    text(`Leader ${g}`),
    text(`leader${g}@example.com`),
    text('49'),
    text(`1770${1_000_000 + g}`),
    time(60),
    owed,
  ])
}
for (let m = guilds; m < guilds * 5; m++) row('guild_members', [7_000 + (m % guilds), id(m), time(100 + draw(300))])
for (let a = 0; a < agents; a++) {
  const stock = 10_000 + draw(1_000_000)
  sums.stock += stock
  row('agents', [id(users - 1 - a), text(`Telegram @agent${a}`), a === 4, time(200), stock])
}
for (let o = 0; o < 12; o++) {
  sums.cents += 499
  row('orders', [text(`open-${o}`), id(draw(users)), text('tokens.500'), 500, 499, text('stripe'), time(680 + o), null])
}
for (let w = 0; w < 7; w++) {
  sums.taken += 900
  row('withdrawals', [text(`w-${w}`), id(w), 900, text('bank'), time(690), text(w < 6 ? 'open' : 'paid')])
}

const { paid, promo, bonus, debt, payable, stock, cents } = sums
const none = [null, null, null, null, null, null, null]
// What the old console's own report says. Somebody was credited twice, and an agent is missing.
row('report', [text('user'), users, paid + 5_000, promo, bonus, debt, null, null, null])
row('report', [text('guild'), guilds, null, null, null, null, payable, null, null])
row('report', [text('member'), guilds * 4, ...none])
row('report', [text('agent'), agents - 1, null, null, null, null, null, stock, null])
row('report', [text('order'), 12, null, null, null, null, null, null, cents])
row('report', [text('withdrawal'), 6, null, null, 5_400, null, null, null, null])
// What is wrong besides: a user twice, a country that is none, a member of a guild that is gone, a guild's phone twice.
row('users', [id(3), text('Twice'), 1, text('DE'), text('49'), text('17699'), time(3), false, null, null])
row('users', [id(users), text('Nowhere'), 2, text('Atlantis'), text('49'), text('17698'), time(4), false, null, null])
row('wallets', [id(users), 0, 0, 0, 0])
row('guild_members', [7_999, id(200), time(300)])
lines.push(`update guilds set mobile = '17701000001' where id = 7002;`)

writeFileSync(join(import.meta.dirname, '../test/oldDump/old.sql.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
