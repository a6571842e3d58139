// A text that SQL compares with a column, or writes into it, is one that the column's check allows.
import { globSync, readFileSync } from 'node:fs'
import { approvalKeys } from '@greenroom/contract/approvals'
import { commandData } from '@greenroom/contract/bridgeCommands.schema'
import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import { beforeAll, expect, test } from 'vitest'
import { rollups } from '../src/rooms/indicators/fold/fold.cells.ts'
import { subjects } from '../src/rooms/indicators/indicators.subjects.ts'
import { checkedColumns, readCheckedColumns } from './checkedColumns.ts'
import { freshDatabase } from './database.ts'
import { type Columns, type Literal, literalsOf } from './literals.ts'
import { withClient } from './server.ts'

const root = new URL('../../', import.meta.url).pathname
const files = globSync(['server/src/**/*.{ts,sql}', 'simulator/{src,village}/**/*.ts'], { cwd: root }).filter(
  (file) => !/\.(test|suite|fixture)\.ts$|\/generated\//.test(file),
)

/** Columns whose values grow with the code, so that a new one needs no migration: the list of the code that each holds. */
const lists: Record<string, readonly string[]> = {
  'access.approval.kind': approvalKeys,
  'bridge.delivery.type': Object.keys(commandData),
  'bridge.event.type': Object.keys(eventData),
  'indicators.cell.rollup': Object.keys(rollups),
  'indicators.cell.subject': [...Object.keys(subjects), 'install'],
  'indicators.user_day.subject': Object.keys(subjects),
}

/** Columns of millions of rows that take their value from a checked one: that column. */
const copies: Record<string, string> = {
  'ledger.booked.purpose': 'ledger.account.purpose',
  'ledger.booked_day.purpose': 'ledger.account.purpose',
  'ledger.detached_booked.purpose': 'ledger.account.purpose',
  'ledger.entry.currency': 'ledger.account.currency',
}

/** Columns that hold any text, by what it is; SQL compares them with a text of its own, mostly with none. */
const open: Record<string, readonly string[]> = {
  'any, in a declaration of personal data (`privacy/declared`), whose pieces do not name their table': [
    'access.alone.subject',
    'access.approval.subject',
    'access.provider_identity.subject',
    'access.public_try.kind',
    'audits.item.text',
    'bridge.command.subject',
    'chain.instruction.payee_id',
    'chain.payee.payee_id',
    'finance.payee_account.last_four',
    'finance.payout.last_four',
    'finance.payout.sealed',
    'finance.sanctions_hit.payee_id',
    'guilds.guild.phone',
    'indicators.course.subject',
    'indicators.layout.subject',
    'indicators.people.kind',
    'indicators.people_long.kind',
    'indicators.pin.kind',
    'indicators.user_month.kind',
    'live.call.snapshot_url',
    'live.session.snapshot_url',
    'log.personal.subject',
    'moving.fault.kind',
    'privacy.deletion.asked_by',
    'privacy.deletion.cancel_reason',
    'privacy.deletion.cancelled_by',
    'privacy.deletion.reason',
    'privacy.hold.end_reason',
    'privacy.hold.ended_by',
    'privacy.hold.reason',
    'privacy.removal.kind',
    'users.app_user.registered_ip',
    'users.ban.by',
    'users.ban.reason',
    'users.user_device.ip',
  ],
  'what somebody wrote': [
    'access.approval.reason',
    'access.approval_question.answer',
    'access.role.remark',
    'access.stop.reason',
    'audits.review.note',
    'audits.review.reason',
    'chain.deposit.explanation',
    'finance.difference_note.text',
    'finance.refund.reason',
    'finance.withdrawal.held',
    'finance.withdrawal.state_reason',
    'guilds.deduction.reason',
    'guilds.dispute.reason',
    'guilds.settlement.parked_reason',
    'official.message.reason',
    'system.setup_step.word',
    'topup_agents.application.reason',
  ],
  'a key of the reasons, or what somebody wrote': ['chain.deposit.reason', 'chain.instruction.reason'],
  'a name': [
    'access.role.name',
    'access.staff.username',
    'community.topic_delta.name',
    'guilds.plan.name',
    'users.app_user.nickname',
  ],
  'the name of an account of staff, or of the system': [
    'audits.report.decided_by',
    'audits.review.decided_name',
    'audits.template.updated_by',
    'chain.deposit.explained_by',
    'finance.difference_note.by',
    'finance.withdrawal.paid_by',
    'guilds.plan.created_by',
    'guilds.plan.published_by',
    'guilds.settlement.confirmed_by',
    'moving.import.asked_by',
    'promotion.settlement.frozen_by',
  ],
  'what a room or a job calls its own': ['kit.kept_sum.what', 'kit.reader.name', 'ledger.transfer.kind'],
  'of a menu': ['access.menu.icon', 'access.menu.key', 'access.menu.path'],
  'an id, with what it is of': [
    'access.decision.subject',
    'bridge.delivery.subject',
    'finance.payout.payee_id',
    'kit.kept_sum.owner',
    'ledger.account.owner',
  ],
  'an id or a reference of others': [
    'chain.deposit.transaction',
    'chain.instruction.transaction',
    'finance.chargeback.payer_reference',
    'finance.payout.reference',
    'finance.recharge_order.gateway_reference',
    'finance.recharge_order.payer_reference',
    'finance.statement_line.reference',
    'guilds.payment.reference',
    'guilds.payout_order.reference',
    'users.app_user.device_id',
  ],
  'as the app or a gateway says it': [
    'finance.recharge_order.currency',
    'finance.recharge_order.gateway',
    'live.call.end_reason',
    'live.session.end_reason',
    'users.app_user.vip_type',
    'users.device.model',
  ],
  'of a channel': [
    'finance.recharge_order.channel',
    'promotion.dirty_day.channel',
    'promotion.install.campaign',
    'promotion.install.channel',
    'users.app_user.channel',
  ],
  'a number of a phone, or an address': [
    'access.staff.phone',
    'bridge.client.endpoint',
    'users.app_user.avatar_url',
    'users.app_user.phone',
  ],
  'several in one: an action with its hours': ['audits.report.decision'],
  'why something failed, in words': ['kit.backup_run.failure'],
  'what a mail server or a provider answered': ['notify.message.answer'],
  'a moment of the contract, whose list grows without migrations': [
    'notify.message.moment',
    'notify.moment.moment',
    'notify.notice.moment',
    'notify.preference.moment',
  ],
  encrypted: ['finance.payee_account.sealed'],
}

/** Words that are stored in both languages. */
const isWords = (column: string) => /_(?:en|cn)$/.test(column)

let columns: Columns
let checkedNames: ReadonlySet<string>
/** Lists of texts: what each may hold is not read here. */
const arrays = new Set<string>()
beforeAll(async () => {
  const { url } = await freshDatabase()
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ table: string; column: string; several: boolean }>(`
      select n.nspname || '.' || c.relname as table, a.attname as column, a.atttypid = 'text[]'::regtype as several
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and a.attnum > 0
         and a.atttypid in ('text'::regtype, 'text[]'::regtype)
         and n.nspname not in ('pg_catalog', 'information_schema')`)
    const checked = readCheckedColumns((await client.query(checkedColumns)).rows)
    const values = new Map(checked.map((one) => [`${one.table}.${one.column}`, one.values]))
    checkedNames = new Set(values.keys())
    const found = new Map<string, Map<string, readonly string[] | null>>()
    for (const { table, column, several } of rows) {
      if (several) arrays.add(`${table}.${column}`)
      const known = found.get(table) ?? new Map<string, readonly string[] | null>()
      const name = `${table}.${column}`
      found.set(table, known.set(column, values.get(name) ?? lists[name] ?? values.get(copies[name] ?? '') ?? null))
    }
    columns = found
  })
})

/** How a text is wrong: its column holds others, or none was found; null if it is right, or if its column may hold any. */
function faultOf({ column, tables, value }: Literal): string | null {
  if (tables.length === 0) return `no table with a column ${column} is named: write it in a comment`
  const allowed = tables.map((table) => columns.get(table)!.get(column)!)
  if (allowed.some((values) => values === null || values.includes(value))) return null
  return `${tables.join(' or ')} holds no '${value}' in ${column}`
}

test('is one of its column’s', () => {
  const found = files.flatMap((file) =>
    literalsOf(file, readFileSync(root + file, 'utf8'), columns).map((literal) => ({ file, ...literal })),
  )
  const faults = found.flatMap((literal) => {
    const fault = faultOf(literal)
    return fault === null ? [] : [`${literal.file}:${literal.line} ${fault}: ${literal.text}`]
  })
  expect(faults).toEqual([])
  // The reader still finds them.
  expect(found.length).toBeGreaterThan(1_700)
  const beside = found.flatMap(({ column, tables }) =>
    tables
      .filter((table) => columns.get(table)!.get(column) === null && !isWords(column))
      .map((table) => `${table}.${column}`)
      .filter((name) => !arrays.has(name)),
  )
  expect([...new Set(beside)].toSorted()).toEqual(Object.values(open).flat().toSorted())
})

test('a column that is said to be open, to be listed or to be a copy has no check', () => {
  const named = [...Object.values(open).flat(), ...Object.keys(lists), ...Object.keys(copies)]
  expect(named.filter((name) => checkedNames.has(name))).toEqual([])
  expect(Object.values(copies).filter((name) => !checkedNames.has(name))).toEqual([])
})

test.each([
  ['a comparison', "sql`select 1 from guilds.guild g where g.state = 'normall'`"],
  ['one of the query in brackets', "sql`select (select 1 from guilds.plan where state = 'normal') from guilds.guild`"],
  ['a list', "sql`select 1 from guilds.guild where state in ('normal', 'bannd')`"],
  ['an array', "sql`select 1 from guilds.guild where state = any('{normal,bannd}')`"],
  ['what is set', "sql`update guilds.guild set state = 'bannd' where id = ${id}`"],
  ['a case', "sql`select case g.state when 'normal' then 1 when 'bannd' then 2 end from guilds.guild g`"],
  ['what is inserted', "sql`insert into guilds.guild (id, state) values (${id}, 'bannd')`"],
  [
    'what is selected to be inserted',
    "sql`insert into guilds.guild (id, state) select max(id) + 1, 'bannd' from users.app_user`",
  ],
  [
    'a condition within another query',
    "sql`select 1 from guilds.guild g where ${on ? sql`g.state = 'bannd'` : sql`true`}`",
  ],
  [
    'a condition of a query made by calls',
    "reader.selectFrom('guilds.guild as g').where(sql<boolean>`g.state = 'bannd'`)",
  ],
])('%s with another text is found', (_form, source) => {
  const faults = literalsOf('a.ts', source, columns).map(faultOf)
  expect(faults.filter((fault) => fault !== null)).toHaveLength(1)
})

test('a trigger’s new rows are those of its table', () => {
  const source = `create or replace function guilds.f() returns trigger as $$ begin if new.state = 'bannd' then return null; end if; end $$;
create trigger f after update on guilds.guild for each row execute function guilds.f();`
  expect(literalsOf('a.sql', source, columns).map(faultOf)).toEqual(["guilds.guild holds no 'bannd' in state"])
})
