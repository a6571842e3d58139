// A text that SQL compares with a column, or writes into it, is one that the column's check allows.
import { globSync, readFileSync } from 'node:fs'
import { fileUpload } from '@greenroom/contract/access.schema'
import { approvalKeys } from '@greenroom/contract/approvals'
import { commandData } from '@greenroom/contract/bridgeCommands.schema'
import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import { currencies, settlementStates } from '@greenroom/contract/statesAndKinds'
import { stopKinds } from '@greenroom/contract/systemStopKinds'
import flow from '@greenroom/contract/texts/en/flow.json' with { type: 'json' }
import { beforeAll, expect, test } from 'vitest'
import { subjects } from '../src/rooms/indicators/indicators.subjects.ts'
import { checkedColumns, readCheckedColumns } from './checkedColumns.ts'
import { freshDatabase } from './database.ts'
import { type Columns, type Literal, literalsOf } from './literals.ts'
import { withClient } from './server.ts'

const root = new URL('../../', import.meta.url).pathname
const files = globSync(['server/src/**/*.{ts,sql}', 'simulator/{src,village}/**/*.ts'], { cwd: root }).filter(
  (file) => !/\.(test|suite|fixture)\.ts$|\/generated\//.test(file),
)

/** Columns without a check whose texts the code lists. */
const purposes = Object.keys(flow.purposes).map((key) => key.replaceAll('_', '.'))
const lists: Record<string, readonly string[]> = {
  'access.approval.kind': approvalKeys,
  'access.stop.kind': Object.keys(stopKinds),
  'bridge.delivery.type': Object.keys(commandData),
  'bridge.event.type': Object.keys(eventData),
  'files.file.purpose': fileUpload.payload.shape.purpose.options,
  'finance.users_sum.grain': ['day', 'month', 'all'],
  'guilds.settlement_sum.state': settlementStates,
  'indicators.cell.subject': [...Object.keys(subjects), 'install'],
  'indicators.user_day.subject': Object.keys(subjects),
  'ledger.account.purpose': purposes,
  'ledger.booked_day.purpose': purposes,
  'ledger.entry.currency': currencies,
}

/** Columns that hold any text, though others of the same name do not. */
const free: Record<string, string> = {
  'access.decision.subject': 'the id of what is decided',
  'audits.report.decision': 'one of several actions with its hours',
  'bridge.delivery.subject': 'an id with its kind',
  'finance.difference_note.by': 'a name',
  'finance.recharge_order.currency': 'of the world',
  'kit.kept_sum.what': 'each room names its sums',
  'ledger.transfer.kind': 'each room names its transactions',
  'users.device.model': 'of devices',
}

let columns: Columns
beforeAll(async () => {
  const { url } = await freshDatabase()
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(`
      select n.nspname || '.' || c.relname as table, a.attname as column
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and a.attnum > 0 and a.atttypid = 'text'::regtype
         and n.nspname not in ('pg_catalog', 'information_schema')`)
    const checked = readCheckedColumns((await client.query(checkedColumns)).rows)
    const values = new Map(checked.map((one) => [`${one.table}.${one.column}`, one.values]))
    const found = new Map<string, Map<string, readonly string[] | null>>()
    for (const { table, column } of rows) {
      const known = found.get(table) ?? new Map<string, readonly string[] | null>()
      const name = `${table}.${column}`
      found.set(table, known.set(column, values.get(name) ?? lists[name] ?? null))
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
  expect(found.length).toBeGreaterThan(1_500)
  const open = found.flatMap(({ column, tables }) =>
    tables.filter((table) => columns.get(table)!.get(column) === null).map((table) => `${table}.${column}`),
  )
  expect([...new Set(open)].toSorted()).toEqual(Object.keys(free))
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
