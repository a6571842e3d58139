// Parameters as code reads them: cached in memory, reloaded every second and right after the process's own write.
import { type Reader, transactionsSoFar } from '../kit/database/database.ts'
import { openSnapshot } from '../kit/database/tableCopy.ts'
import { definitions, type ParamKey } from './params.definitions.ts'

export { definitions, type ParamDefinition, type ParamKey } from './params.definitions.ts'

export type Params = {
  text(key: ParamKey): string
  integer(key: ParamKey): number
  /** Reloads the table; other processes follow within a second. */
  refresh(): Promise<void>
  close(): void
}

/** Opens the cache. Reads are synchronous and never fail: an unset parameter has its default. */
export async function openParams(database: Reader, pollMilliseconds: number): Promise<Params> {
  let values = new Map<string, string>()
  const snapshot = await openSnapshot(
    async () => {
      const rows = await database
        .selectFrom('system.param')
        .select(['key', 'value'])
        .where('built_in', '=', true)
        .execute()
      values = new Map(rows.map((row) => [row.key, row.value]))
    },
    pollMilliseconds,
    () => transactionsSoFar(database),
  )
  const text = (key: ParamKey) => values.get(key) ?? definitions[key].default
  return {
    text,
    integer: (key) => Number(text(key)),
    refresh: snapshot.refresh,
    close: snapshot.close,
  }
}

/** A parameter's value from a given time on; the first also applies before. */
export type Past = { from: Date; value: string }

/** All values that a parameter has had, oldest first: for calculations that use the value of their own time. */
export async function pastOf(reader: Reader, key: ParamKey): Promise<Past[]> {
  const changes = await reader
    .selectFrom('system.param_change')
    .select(['before', 'after', 'changed_at'])
    .where('key', '=', key)
    .orderBy('id')
    .execute()
  const first = changes[0]?.before ?? definitions[key].default
  return [{ from: new Date(0), value: first }, ...changes.map((one) => ({ from: one.changed_at, value: one.after }))]
}
