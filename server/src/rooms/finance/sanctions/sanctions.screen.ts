// Screens payees before they are paid: looks them up, stores new hits, and returns who must not be paid. Shared by all rooms that pay
// (docs/money.md, Sanctions).
import type { sanctionsPayees } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import { type Units, unitsOf } from '../../../jobs/index.ts'
import { type Database, inTransaction, type Reader, type Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { type Account, numberOf } from '../accounts/payeeAccounts.rules.ts'
import { openAccount } from '../accounts/payeeAccounts.sealed.ts'
import { type Found, lookUp, type Term } from './sanctions.lookup.ts'

type Kind = (typeof sanctionsPayees)[number]

export type Payee = {
  /** `guild:7`. */
  id: string
  /** The display name. */
  name: string
  /** Names to look up in addition to the account's holder and number: people and firms, no nicknames. */
  names: readonly { field: 'name' | 'leader'; text: string }[]
  account: Account | null
}

export type Bar = 'sanctions.open' | 'sanctions.confirmed'

const termsOf = ({ id, names, account }: Payee): Term[] => [
  ...names.map(({ field, text }): Term => ({ who: id, field, text })),
  ...(account && 'holder' in account ? [{ who: id, field: 'holder', text: account.holder } as const] : []),
  ...(account ? [{ who: id, field: 'number', text: numberOf(account) } as const] : []),
]

/** Stores new hits; known ones keep their decision. */
async function keepHits(tx: Transaction, now: Date, names: ReadonlyMap<string, string>, found: readonly Found[]) {
  if (found.length === 0) return
  await sql`
    insert into finance.sanctions_hit
      (list_name, reference, listed_name, program, payee_id, payee_name, field, agreement, text_hash, found_at)
    select h.*, ${now}::timestamptz
      from unnest(${found.map((f) => f.listName)}::text[], ${found.map((f) => f.reference)}::text[],
                  ${found.map((f) => f.listedName)}::text[], ${found.map((f) => f.program)}::text[],
                  ${found.map((f) => f.who)}::text[], ${found.map((f) => names.get(f.who) ?? '')}::text[],
                  ${found.map((f) => f.field)}::text[], ${found.map((f) => f.agreement)}::text[],
                  ${found.map((f) => f.textHash)}::bytea[]) as h
     order by 5, 1, 2, 7, 9
    on conflict (payee_id, list_name, reference, field, text_hash) do nothing`.execute(tx)
}

/** Which of these payees must not be paid, by existing hits. */
export async function barredPayees(reader: Reader, ids: readonly string[]): Promise<Map<string, Bar>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; confirmed: boolean }>`
    select payee_id as id, bool_or(state = 'confirmed') as confirmed from finance.sanctions_hit
     where payee_id = any(${ids}::text[]) and state <> 'cleared' group by 1`.execute(reader)
  return new Map(rows.map(({ id, confirmed }) => [id, confirmed ? 'sanctions.confirmed' : 'sanctions.open']))
}

/**
 * Looks payees up in the lists in force and stores new hits.
 *
 * @returns payees who must not be paid, by id: with a pending or confirmed hit.
 */
export async function screenPayees(tx: Transaction, now: Date, payees: readonly Payee[]): Promise<Map<string, Bar>> {
  const found = await lookUp(tx, payees.flatMap(termsOf))
  await keepHits(tx, now, new Map(payees.map(({ id, name }) => [id, name])), found)
  return barredPayees(
    tx,
    payees.map(({ id }) => id),
  )
}

/** Who would be blocked if these payees were screened now: nothing is stored. */
export async function barsFound(reader: Reader, payees: readonly Payee[]): Promise<Map<string, Bar>> {
  const found = await lookUp(reader, payees.flatMap(termsOf))
  const bars = await barredPayees(
    reader,
    payees.map(({ id }) => id),
  )
  const { rows } = await sql<{ id: string }>`
    select distinct f.payee_id as id
      from unnest(${found.map((f) => f.who)}::text[], ${found.map((f) => f.listName)}::text[],
                  ${found.map((f) => f.reference)}::text[], ${found.map((f) => f.field)}::text[],
                  ${found.map((f) => f.textHash)}::bytea[]) as f(payee_id, list_name, reference, field, text_hash)
     where not exists (select from finance.sanctions_hit h
                        where h.payee_id = f.payee_id and h.list_name = f.list_name and h.reference = f.reference
                          and h.field = f.field and h.text_hash = f.text_hash)`.execute(reader)
  // A new hit is undecided.
  return new Map([...rows.map(({ id }) => [id, 'sanctions.open'] as const), ...bars])
}

/**
 * A kind of payee with sealed accounts, which a round screens whenever a list comes into force or an account is new.
 * `accounts` selects `account_id`, `payee_id`, `payee_name`, `names` (json: field and text), `sealed` and `owner`.
 */
export type PayeeSource = { kind: Kind; accounts: RawBuilder<unknown> }

type Sealed = {
  account_id: bigint
  payee_id: string
  payee_name: string
  names: Payee['names']
  sealed: string
  owner: string
}

const portion = 500

export const sanctionsJob = 'sanctions'

/**
 * Screens the next accounts of a kind under the epoch in force. One that can't be opened is parked, and only its names are looked up.
 *
 * @returns whether any are left.
 */
async function screenNext(
  tx: Transaction,
  { seals, units, now }: { seals: Seals; units: Units; now: Date },
  source: PayeeSource,
  epoch: number,
) {
  const { rows: progress } = await sql<{ epoch: number; after: bigint }>`
    insert into finance.sanctions_progress (kind, epoch, after) values (${source.kind}, ${epoch}, 0)
    on conflict (kind) do update
       set after = case when sanctions_progress.epoch = excluded.epoch then sanctions_progress.after else 0 end,
           epoch = excluded.epoch
    returning epoch, after`.execute(tx)
  const { rows } = await sql<Sealed>`
    select p.* from (${source.accounts}) p where p.account_id > ${progress[0]!.after}
     order by p.account_id limit ${portion}`.execute(tx)
  if (rows.length === 0) return false
  const payees: Payee[] = []
  for (const { account_id, payee_id: id, payee_name: name, names, sealed, owner } of rows) {
    const open = async () => (sealed === '' ? null : openAccount(seals, owner, sealed))
    const account = (await units.attempt(`${source.kind} account ${account_id}`, open)) ?? null
    payees.push({ id, name, names, account })
  }
  await screenPayees(tx, now, payees)
  await sql`update finance.sanctions_progress set after = ${rows.at(-1)!.account_id} where kind = ${source.kind}`.execute(
    tx,
  )
  return rows.length === portion
}

type Screening = { database: Database; seals: Seals; sources: readonly PayeeSource[] }

/** Screens accounts not yet screened by a payment. @returns whether any are left. */
export async function screenAccounts({ database, seals, sources }: Screening, now: Date): Promise<boolean> {
  const { rows } = await sql<{ epoch: number | null }>`
    select max(epoch) as epoch from finance.sanctions_list where state = 'in force'`.execute(database)
  const epoch = rows[0]?.epoch
  // Nothing to do without a list.
  if (epoch === null || epoch === undefined) return false
  let left = false
  const units = unitsOf({ database, clock: { now: () => now } }, sanctionsJob)
  const parked = await units.parked()
  for (const source of sources)
    if (!parked.includes(source.kind))
      left =
        (await units.attempt(source.kind, () =>
          inTransaction(database, (tx) => screenNext(tx, { seals, units, now }, source, epoch)),
        )) || left
  return left
}

/** Screened by the account's holder and number; nicknames are not names. */
export const userPayees: PayeeSource = {
  kind: 'user',
  accounts: sql`
    select a.id::bigint as account_id, 'user:' || a.user_id as payee_id, u.nickname as payee_name, '[]'::json as names,
           a.sealed, 'payee account of ' || a.user_id as owner
      from finance.payee_account a join users.app_user u on u.id = a.user_id`,
}
