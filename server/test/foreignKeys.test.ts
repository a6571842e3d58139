// Every column that names a row of another table is a foreign key, or is one of these, with the reason.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/kit/database/database.ts'
import { freshDatabase } from './database.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 1 })
})
afterAll(() => database.destroy())

/** Columns without a foreign key: an expression of `table.column`, and why. */
const without: readonly (readonly [RegExp, string])[] = [
  [
    /^(ledger|live|log)\./,
    'written for each event or posting; the rows arrive in any order, and reconcile compares them',
  ],
  [
    /\.(transfer_id|hold_id|reversal_id|reverse_id)$/,
    'of the ledger: a key to it would lock this table whenever a month is attached',
  ],
  [
    /^(indicators\.(due|new_tokens|touched|user_)|guilds\.(anchor_|guild_day|guild_week|refold))/,
    'kept by folds, which write thousands',
  ],
  [/^(finance\.user_sum|users\.(active_day|nickname|wallet))\./, 'kept by triggers and folds, one row a user'],
  [/^access\.passkey\.credential_id$/, 'of the authenticator that made it'],
  [/^bridge\.(batch|event|held_event|rejection|traffic)\./, 'outlives a deleted client'],
  [/^audits\.report\.(call|comment|dynamic|live)_id$/, 'of the app: what is reported may arrive later, or never'],
  [/^(audits\.(appeal\.item_id|review\.compares_id)|community\.comment\.dynamic_id)$/, 'of the app: may arrive later'],
  [/\.device_id$|^promotion\.visitor\.phase_id$/, "the app's and browsers' own ids"],
  [/^(bulk\.job|files\.export)\.session_id$/, 'a session ends, its work is remembered'],
  [/^access\.provider_flow\.session_id$/, 'a session may end while its holder is at the identity provider'],
  [/^access\.provider\.client_id$/, 'this installation, as the identity provider names it'],
  [/^bulk\.item\.row_id$/, 'of whichever list was selected'],
  [
    /\.(owner_id|payee_id|source_id)$|^chain\.instruction\.payout_id$/,
    'of a user, guild, agent or promoter, as its kind says',
  ],
  [/^finance\.(statement_|sanctions_(address|name))/, 'loaded in slices of thousands, and deleted with its list'],
  [/^finance\.(recharge_order\.recharge_id|chargeback_event\.order_id)$/, 'of the app: may arrive later'],
  [/^finance\.withdrawal\.debt_id$/, 'of the ledger'],
  [/^official\.(batch|gift_day|message_read|recipient|tick)\./, 'written for each recipient'],
  [/^kit\./, 'the simulated app; its client and accounts may be deleted'],
  [
    /^users\.(device_follow|note|reveal)\.|^audits\.review\.template_id$/,
    'kept for the reader only; nothing is decided by it',
  ],
  [
    /^promotion\.settlement\.payment_id$|^topup_agents\.payment\.payout_id$/,
    'the id of a payout, which every source of payouts has',
  ],
  [/^access\.staff\.agent_id$/, 'written with the agent by one statement (`access/access.accounts.ts`)'],
]

test('a column of ids is a foreign key, or it is said why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attname ~ '_id$'
       and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs')
       and not exists (select from pg_constraint k
                        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
     order by 1`.execute(database)
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => !without.some(([which]) => which.test(name)))).toEqual([])
  // No reason is left over.
  expect(without.filter(([which]) => !names.some((name) => which.test(name)))).toEqual([])
  // What staff write at their own pace is never excused.
  expect(
    names.filter(
      (name) => /approval_id|proof_file_id|union_id|deduction_id|chargeback_id/.test(name) && !name.startsWith('log.'),
    ),
  ).toEqual([])
})

test('a made-up approval, proof, guild or user is refused', async () => {
  const nobody = '01900000-0000-7000-8000-000000000000'
  const user = 999_999_999
  for (const refused of [
    sql`insert into access.staff (username, password_hash, created_at, union_id) values ('nobody1', '', now(), 999999)`,
    sql`insert into finance.payout_policy (name, rule, settings, payees, enabled, changed_at, approval_id)
        values ('p', 'share', '{}', '{user}', true, now(), ${nobody})`,
    sql`insert into guilds.payout_order (id, pays, ids, usd_cents, reference, proof_file_id, made_by, made_by_id, made_at)
        values (${nobody}, 'week', '{1}', 1, 'r', ${nobody}, 'a', (select min(id) from access.staff), now())`,
    sql`insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
        values (1, ${user}, 'penalty', 1, 'x', '2026-01-05', 'a', now())`,
  ])
    await expect(refused.execute(database)).rejects.toMatchObject({ code: expect.stringMatching(/^(23503|23502)$/) })
})
