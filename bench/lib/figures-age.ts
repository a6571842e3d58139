// How far the figures are behind, sampled while something else runs.
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/kit/database/database.ts'

/** Samples the age of the last complete fold each two seconds. `stop` answers the ages in seconds. */
export function watchFiguresAge(url: string) {
  const database = openDatabase(url, { max: 1 })
  const ages: number[] = []
  const sample = async () => {
    const { rows } = await sql<{ age: number | null }>`
      select extract(epoch from clock_timestamp() - at)::float8 as age from indicators.folded`.execute(database)
    if (rows[0]?.age != null) ages.push(rows[0].age)
  }
  const timer = setInterval(() => void sample(), 2_000)
  return {
    async stop() {
      clearInterval(timer)
      await database.destroy()
      return ages
    },
  }
}
