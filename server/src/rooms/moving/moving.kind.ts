// What a kind of record is: how a part of its records is made, and taken back, and what all kinds share for it.
import type { ImportKind, ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Storage } from '../../files/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { type AccountKey, holdAccounts, type Item, isPlatform, ownersMoved, post } from '../../ledger/index.ts'
import type { Origin } from '../users/index.ts'
import { addGiven, type Given, givenBy, nothingGiven, type Rule, userOpening } from './moving.openings.ts'
import type { Fault } from './moving.reading.ts'

/** Applying stopped at a record, or undoing. */
export class Halt extends Error {
  readonly fault: Fault
  readonly record: string
  constructor(fault: Fault, record: string) {
    super(`${fault} at ${record}`)
    this.fault = fault
    this.record = record
  }
}

/** Records of one kind; `made`: the keys of those that the import added. */
export type Part = {
  origin: Origin
  rule: Rule
  records: readonly unknown[]
  made: readonly string[]
  /** The platform's time zone, in which days begin. */
  zone: string
  storage: Storage
}

/** `open` returns what the opening accounts gave, and the keys of the rows that are new; `close` what they gave less. */
export type Kind = {
  name: ImportKind
  open(tx: Transaction, part: Part): Promise<{ given: Given; made: readonly (string | number)[] }>
  close(tx: Transaction, part: Part): Promise<Given>
  /** What is left to do once all records of the kind are there. */
  opened?: (tx: Transaction, importId: number) => Promise<void>
}

type Typed<K extends ImportKind> = Omit<Part, 'records'> & { records: readonly ImportRecord<K>[] }

export const defineKind = <K extends ImportKind>(
  name: K,
  acts: {
    open(tx: Transaction, part: Typed<K>): ReturnType<Kind['open']>
    close(tx: Transaction, part: Typed<K>): ReturnType<Kind['close']>
    opened?: Kind['opened']
  },
): Kind => ({
  name,
  // Stored as read by the schema of their kind.
  open: (tx, part) => acts.open(tx, part as Typed<K>),
  close: (tx, part) => acts.close(tx, part as Typed<K>),
  ...(acts.opened && { opened: acts.opened }),
})

/** Locks the accounts of these transfers, and makes those that don't exist: looked up once for the whole part. */
export async function holdAll(tx: Transaction, items: readonly Item[]): Promise<void> {
  const accounts: AccountKey[] = items.flatMap((item) => item.accounts.filter((key) => !isPlatform(key)))
  await holdAccounts(tx, accounts, { make: true })
}

export async function postAll(tx: Transaction, origin: Origin, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  await holdAll(tx, items)
  // Each account is used once: it must not evict those of the running platform from the cache.
  const outcomes = await post(tx, origin.by, origin.now, [...items], { once: true })
  const refused = outcomes.find(({ status }) => status === 'refused')
  if (refused) throw new Halt('moved', items.find(({ id }) => id === refused.id)?.reference ?? '')
}

/** @throws Halt if one of these accounts has an entry of the running platform. */
export async function mustBeUnmoved(tx: Transaction, owners: readonly string[]): Promise<void> {
  const [moved] = await ownersMoved(tx, sql`select unnest(${owners}::text[]) as owner`)
  if (moved !== undefined) throw new Halt('moved', moved)
}

type Opening = ReturnType<typeof userOpening>
export const sumGiven = (openings: readonly Opening[]): Given => openings.map(givenBy).reduce(addGiven, nothingGiven)
export const less = ({ tokens, bonus, usdMicros }: Given): Given => ({
  tokens: -tokens,
  bonus: -bonus,
  usdMicros: -usdMicros,
})

/** Stops an undoing at the first of these that is in use. */
export function mustBeUnused(noun: string, used: readonly (string | number)[]): void {
  if (used.length > 0) throw new Halt('used', `${noun} ${used[0]}`)
}
