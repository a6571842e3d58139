// Encrypts the secrets of a column anew at start: those in plain text, and those under an older key.
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { isSealed, type Seals } from './seals.ts'

/** Encrypts one table's secrets with the first key. */
export type Renew = (tx: Transaction, seals: Seals) => Promise<void>

type Sealed<Row> = {
  /** Not a partitioned one: rows are found again by their place. */
  table: string
  column: string
  /** Columns of the table that name the owner. */
  by?: readonly (keyof Row & string)[]
  /** What the sealed text is bound to. */
  owner: (row: Row) => string
}

/** Empty texts stay empty. @throws SealProblem if a key is missing, or a text is bound to another row */
export const renewalOf =
  <Row>({ table, column, by = [], owner }: Sealed<Row>): Renew =>
  async (tx, seals) => {
    const secret = sql.ref(column)
    const { rows } = await sql<Row & { place: string; secret: string }>`
      select ${sql.join([...by.map((name) => sql.ref(name)), sql`ctid::text as place`, sql`${secret} as secret`])}
        from ${sql.table(table)}
       where length(${secret}) > 0 and not starts_with(${secret}, ${seals.prefix}) order by ctid for update`.execute(tx)
    if (rows.length === 0) return
    const renewed = rows.map((row) => {
      const of = owner(row)
      return seals.seal(isSealed(row.secret) ? seals.open(row.secret, of) : row.secret, of)
    })
    await sql`
      update ${sql.table(table)} t set ${secret} = n.secret
        from unnest(${rows.map(({ place }) => place)}::text[], ${renewed}::text[]) n (place, secret)
       where t.ctid = n.place::tid`.execute(tx)
  }
