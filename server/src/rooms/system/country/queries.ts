// Countries belong to the platform: every caller with the menu sees all of them.
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '../../../kit/context.ts'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { containing } from '../../../kit/text.ts'

export type CountryRow = Selectable<DB['system.country']>

export type CountryFilters = {
  q?: string | undefined
  region?: string | undefined
  enabled?: boolean | undefined
}

const byCode = { column: 'c.code', type: 'text' as const, of: (row: CountryRow) => row.code }

/** `name` sorts by the name in the reader's language. */
const keyset = (language: Language): Keyset<CountryRow> => ({
  sorts: {
    sort: { column: 'c.sort', type: 'int', of: (row) => row.sort },
    name:
      language === 'cn'
        ? { column: 'c.name_cn', type: 'text', of: (row) => row.name_cn }
        : { column: 'c.name_en', type: 'text', of: (row) => row.name_en },
    code: byCode,
  },
  defaultSort: 'sort',
  id: byCode,
  defaultSize: 50,
})

/** One page; `q` is part of a name, a whole code of two or three letters, or the start of a dialling code. */
export function countryPage(reader: Reader, language: Language, filters: CountryFilters, request: PageRequest) {
  let query = reader.selectFrom('system.country as c').selectAll('c')
  const { q, region, enabled } = filters
  if (region !== undefined) query = query.where('c.region', '=', region)
  if (enabled !== undefined) query = query.where('c.enabled', '=', enabled)
  if (q !== undefined) {
    const dialled = /^\+?\d+$/.test(q) ? `+${q.replace('+', '')}` : null
    query = query.where((where) =>
      where.or([
        where('c.code', '=', q.toUpperCase()),
        where('c.code3', '=', q.toUpperCase()),
        where('c.name_en', 'ilike', sql<string>`${containing(q)}`),
        where('c.name_cn', 'ilike', sql<string>`${containing(q)}`),
        ...(dialled === null ? [] : [where('c.dialling_code', 'like', `${dialled}%`)]),
      ]),
    )
  }
  return pageOf(reader, query, keyset(language), request, filters)
}

/** Those that are enabled, in the order staff gave them. */
export const enabledCountries = (reader: Reader): Promise<CountryRow[]> =>
  reader.selectFrom('system.country').selectAll().where('enabled', '=', true).orderBy('sort').orderBy('code').execute()

/** The row, locked until the transaction ends. */
export const lockCountry = (tx: Transaction, code: string): Promise<CountryRow | undefined> =>
  tx.selectFrom('system.country').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()

/** Those of `codes` that exist, locked in the order of their codes. */
export const lockCountries = (tx: Transaction, codes: string[]): Promise<CountryRow[]> =>
  tx.selectFrom('system.country').selectAll().where('code', 'in', codes).orderBy('code').forUpdate().execute()

type Change = { by: string; at: Date }

const touched = ({ by, at }: Change) => ({ updated_by: by, updated_at: at, version: sql<number>`version + 1` })

export const updateCountry = (
  tx: Transaction,
  code: string,
  values: Pick<CountryRow, 'name_en' | 'name_cn' | 'dialling_code' | 'currency' | 'region' | 'sort'>,
  change: Change,
): Promise<CountryRow> =>
  tx
    .updateTable('system.country')
    .set({ ...values, ...touched(change) })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirstOrThrow()

export const enableCountries = (
  tx: Transaction,
  codes: string[],
  enabled: boolean,
  change: Change,
): Promise<CountryRow[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable('system.country')
        .set({ enabled, ...touched(change) })
        .where('code', 'in', codes)
        .returningAll()
        .execute()
