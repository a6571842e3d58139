// Reads a sanctions list: a CSV file with a header, such as OpenSanctions' `targets.simple.csv`, which combines the lists of the
// UN, the EU, the UK and the US. Pure.
import { isIban, isTronAddress } from '../accounts/payeeAccounts.rules.ts'

export type Entry = {
  reference: string
  kind: string
  /** The first is displayed. */
  names: string[]
  addresses: string[]
  program: string
  countries: string
}

type Column = 'reference' | 'kind' | 'name' | 'aliases' | 'program' | 'countries' | 'identifiers'

/** Columns by the publishers' names. */
const headers: Record<Column, readonly string[]> = {
  reference: ['id', 'reference', 'uid'],
  kind: ['schema', 'type'],
  name: ['name', 'caption'],
  aliases: ['aliases', 'alias', 'weak_aliases'],
  program: ['sanctions', 'program', 'programs', 'program_ids'],
  countries: ['countries', 'country'],
  identifiers: ['identifiers', 'wallets', 'address', 'public_key'],
}

export type Places = Partial<Record<Column, number>>

/** The column positions, or the required columns that are missing. */
export function placesOf(header: readonly string[]): Places | readonly string[] {
  const named = header.map((name) => name.trim().toLowerCase())
  const places: Places = {}
  for (const column of Object.keys(headers) as Column[]) {
    const place = named.findIndex((name) => headers[column].includes(name))
    if (place >= 0) places[column] = place
  }
  const missing = (['reference', 'name'] as const).filter((column) => places[column] === undefined)
  return missing.length > 0 ? missing.map((column) => headers[column][0]!) : places
}

const longest = 500
const parts = (cell: string): string[] => cell.split(';').map((part) => part.trim().slice(0, longest))

/** An account number normalised for comparison: Ethereum's without case, banks' without spaces. */
export const addressKey = (number: string): string => {
  const bare = number.replaceAll(/[\s-]/g, '')
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(bare) ? bare : bare.toUpperCase()
}

const likeAddress = /^(?:T[1-9A-HJ-NP-Za-km-z]{33}|0[xX][0-9a-fA-F]{40}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/

/** Wallets and account numbers among these texts. */
const addressesIn = (texts: readonly string[]): string[] =>
  texts
    .map((text) => text.replaceAll(/[\s-]/g, ''))
    .filter((bare) => likeAddress.test(bare) && (/^0x/i.test(bare) || isTronAddress(bare) || isIban(bare)))
    .map(addressKey)

/** The entry of a line; null if it has no name. */
export function entryOf(cells: readonly string[], places: Places): Entry | null {
  const cell = (column: Column) =>
    places[column] === undefined ? '' : (cells[places[column]] ?? '').replaceAll('\0', '')
  const reference = cell('reference').trim().slice(0, 200)
  const names = [...new Set([cell('name').trim().slice(0, longest), ...parts(cell('aliases'))])].filter(Boolean)
  if (reference === '' || names.length === 0) return null
  const addresses = [...new Set(addressesIn([...names, ...parts(cell('identifiers'))]))]
  return {
    reference,
    kind: cell('kind').trim().slice(0, 60),
    names,
    addresses,
    program: cell('program').trim().slice(0, longest),
    countries: cell('countries').trim().slice(0, 200),
  }
}
