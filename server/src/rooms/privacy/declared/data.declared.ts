// The declarations of all tables, together.
import { moneyData } from './data.money.ts'
import { platformData } from './data.platform.ts'
import { accountNames, type TableData } from './data.types.ts'
import { usersData } from './data.users.ts'

export const personalData: Readonly<Record<string, TableData>> = { ...usersData, ...moneyData, ...platformData }

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** What a column of a table is declared as; undefined for one that is not. */
export function fateOf(table: string, column: string): 'erased' | 'kept' | 'plain' | undefined {
  const of = personalData[table]
  if (!of) return undefined
  if (of.erased && column in of.erased) return 'erased'
  if (of.kept && column in of.kept) return 'kept'
  return words(of.plain).includes(column) || accountNames.has(column) ? 'plain' : undefined
}

/** The columns that a table's declaration names. */
export const columnsOf = ({ erased, kept, plain }: TableData): string[] => [
  ...Object.keys(erased ?? {}),
  ...Object.keys(kept ?? {}),
  ...words(plain),
]

/** Columns that no archive shows. */
export const secretsOf = ({ secret }: TableData): ReadonlySet<string> => new Set(words(secret))

/** A piece of a declaration's SQL for one person; `$number` stands within a text. The number is written into it: it stands in conditions of every form. */
export const forPerson = (piece: string, userId: bigint): string =>
  piece.replaceAll('$person', `${userId}::bigint`).replaceAll('$number', String(userId))
