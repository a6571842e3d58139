// The jobs that verify and fold the ledger, observed from outside.
import { withClient } from '../../server/test/server.ts'

/** Waits until every job has read everything committed so far; returns the seconds each needed. */
export async function caughtUp(url: string): Promise<Record<string, number>> {
  const began = performance.now()
  const took: Record<string, number> = {}
  await withClient(url, async (client) => {
    // Readers do not move where there is no entry.
    const { rows } = await client.query<{ last: string }>(
      'select xid::text as last from ledger.entry where version is not null order by xid desc limit 1',
    )
    const last = rows[0]?.last
    if (last === undefined) return
    for (;;) {
      const { rows: readers } = await client.query<{ name: string; done: boolean }>(
        `select name, boundary > $1::xid8 as done from kit.reader where name ~ '^(ledger|flow|users|finance|indicators)'`,
        [last],
      )
      for (const { name, done } of readers)
        if (done) took[name] ??= Number(((performance.now() - began) / 1_000).toFixed(1))
      if (readers.length > 0 && readers.every(({ done }) => done)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
  return took
}
