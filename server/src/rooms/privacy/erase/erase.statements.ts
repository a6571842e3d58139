// The statements that erase a person, made of the declarations. Pure.
import { forPerson, personalData } from '../declared/data.declared.ts'
import type { TableData } from '../declared/data.types.ts'

/** Rows of one statement: a person of many years has more, and no transaction should be long. */
export const atOnce = 2_000

/** Tables that are erased by hand, in a certain order: what is theirs alone must be known before the links go. */
const byHand: ReadonlySet<string> = new Set([
  'users.device',
  'users.user_device',
  'users.device_follow',
  'promotion.install',
  'privacy.hold',
  'privacy.deletion',
])

export type Erasure = { table: string; sql: string }

/** The statement for one table; it is repeated until it finds fewer than `atOnce` rows. */
function statementFor(table: string, { whose, deleted, erased }: TableData, userId: bigint): string | undefined {
  if (whose === undefined) return undefined
  const rows = (more: string) =>
    `t.ctid = any(array(select t.ctid from ${table} as t where (${forPerson(whose, userId)})${more} limit ${atOnce}))`
  if (deleted) return `delete from ${table} as t where ${rows('')}`
  const columns = Object.entries(erased ?? {}).map(([column, value]) => [column, forPerson(value, userId)] as const)
  if (columns.length === 0) return undefined
  const changed = columns.map(([column, value]) => `t.${column} is distinct from (${value})`).join(' or ')
  return `update ${table} as t set ${columns.map(([column, value]) => `${column} = ${value}`).join(', ')} where ${rows(` and (${changed})`)}`
}

/** All statements that erase a person, by table. */
export const erasuresOf = (userId: bigint): Erasure[] =>
  Object.entries(personalData).flatMap(([table, data]) => {
    if (byHand.has(table)) return []
    const sql = statementFor(table, data, userId)
    return sql === undefined ? [] : [{ table, sql }]
  })
