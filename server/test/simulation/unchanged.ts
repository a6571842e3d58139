// Whether anything of money changed: a cheap fingerprint of every table that a refusal must leave as it was.
import pg from 'pg'

const schemas = ['finance', 'guilds', 'ledger', 'topup_agents', 'promotion', 'chain', 'users']
const others = [
  'access.approval',
  'access.role',
  'access.role_menu',
  'access.staff_role',
  'bridge.command',
  'bridge.delivery',
  'log.entry',
  'log.personal',
]
/** Accounts are opened by refused postings, too: what moves on them are entries. A salt is of its day. */
const except = ['ledger.account', 'promotion.salt']
/** These only grow. */
const growing = /^(ledger\.(entry|transfer|hold_resolution)|log\.(entry|personal))/

export type Fingerprint = ReadonlyMap<string, string>
export type Fingerprints = { take(): Promise<Fingerprint>; close(): Promise<void> }

/** Rows and the newest row version of each table; of those that only grow, rows alone. On a connection of its own, which plans it once. */
export async function fingerprintsOf(url: string): Promise<Fingerprints> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and not n.nspname || '.' || c.relname = any($3)
        and (n.nspname = any($1) or n.nspname || '.' || c.relname = any($2))
      order by 1`,
    [schemas, others, except],
  )
  // The ledger remembers refusals as transfers that moved nothing.
  const counted = (name: string) => (name.startsWith('ledger.transfer') ? `${name} where refused is null` : name)
  const stateOf = (name: string) =>
    growing.test(name)
      ? `(select count(*)::text from ${counted(name)})`
      : `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name})`
  const names = rows.map(({ name }) => name)
  const text = `select array[${names.map(stateOf).join(',\n')}] as states`
  return {
    take: async () => {
      const { rows: found } = await client.query<{ states: string[] }>({ name: 'fingerprint', text })
      return new Map(names.map((name, index) => [name, found[0]!.states[index]!]))
    },
    close: () => client.end(),
  }
}

/** The tables that differ. */
export const changedBetween = (before: Fingerprint, after: Fingerprint): string[] =>
  [...before].flatMap(([name, state]) => (after.get(name) === state ? [] : name))
