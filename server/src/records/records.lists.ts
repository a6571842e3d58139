// Lists of ordinary records, and one record by its id. Payloads and rows are those of the call and the table, which these functions know
// only at run time; `never` marks where the types end.
import type { Answer, AnyCall, Call, CallSchema, Parsed, RecordOf } from '@greenroom/contract/call'
import { namesOf, type Texts } from '@greenroom/contract/localized'
import type { Context, Language } from '../kit/calls/context.ts'
import { refuseBecause } from '../kit/calls/refusal.ts'
import { type ExportColumn, type Served, serve, serveList } from '../kit/calls/serve.ts'
import type { CursorType } from '../kit/database/cursor.ts'
import type { Keyset, Sort, SortValue } from '../kit/database/paging.ts'
import { type Filters, narrowedPage } from './filters.ts'
import { anyTable, type Column, ownRows, present, type Resource, type Row, type Table } from './records.resource.ts'
import { sortedIn } from './texts.ts'

/** A sort column and its type; or one with texts by language, which sorts by the reader's. */
type Order<T extends Table> = { type: CursorType; column: Column<T> } | { texts: Column<T> }

type ListDefinition<T extends Table, C extends AnyCall> = {
  /** The call's filters. */
  filters: Filters<C>
  /** The sorts; each needs an index. */
  orders: Record<string, Order<T>>
  /** The default sort, `-` for descending. */
  order: string
  size?: number
  /** The columns of its export. */
  columns: ExportColumn<RecordOf<C>>[]
}

/** Serves a resource's list and its exports. The table's alias is `t` in custom filters. */
export function serveRecords<T extends Table, View extends object, S extends CallSchema>(
  of: Resource<T, View>,
  call: Call<S>,
  { filters, orders, order, size = 20, columns }: ListDefinition<T, Call<S>>,
): Served {
  const sortOf = (by: Order<T>, language: Language): Sort<Row<T>> =>
    'texts' in by
      ? {
          column: sortedIn(`t.${by.texts}`, language),
          type: 'text',
          of: (row) => namesOf(row[by.texts] as Texts)[language],
        }
      : { column: `t.${by.column}`, type: by.type, of: (row) => row[by.column] as SortValue }
  const keyset = (language: Language): Keyset<Row<T>> => ({
    sorts: Object.fromEntries(Object.entries(orders).map(([name, each]) => [name, sortOf(each, language)])),
    defaultSort: order,
    id: sortOf(of.id, language),
    defaultSize: size,
  })
  const page = async (context: Context, payload: Parsed<Call<S>>) => {
    const query = anyTable(context.database).selectFrom(`${of.table} as t`).selectAll().where(ownRows(of, 't'))
    const found = await narrowedPage<Row<T>, object>(
      context,
      query as never,
      filters,
      keyset(context.language),
      payload as object,
    )
    return { ...found, records: await present(context, of, found.records) }
  }
  return serveList(call, page as never, columns)
}

/** Serves one record by its id as `{ [name]: record }`. An unknown id is 10032. */
export function serveRecord<T extends Table, S extends CallSchema>(
  of: Resource<T>,
  call: Call<S>,
  name: keyof Answer<Call<S>> & string,
): Served {
  return serve(call, (async (context: Context, { id }: { id: unknown }) => {
    const row = await anyTable(context.database)
      .selectFrom(`${of.table} as t`)
      .selectAll()
      .where(of.id.column, '=', id as never)
      .where(ownRows(of, 't'))
      .executeTakeFirst()
    if (!row) throw refuseBecause(10032, 'id', 'record.none')
    const [record] = await present(context, of, [row as Row<T>])
    return { [name]: record }
  }) as never)
}
