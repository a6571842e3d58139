import type { Server } from './server.ts'

const waiting = `
  select exists (select from indicators.touched) or exists (select from indicators.due) or exists (select from indicators.touched_install)
      or exists (select from kit.reader r
                  where r.name = 'indicators.ledger'
                    and (exists (select from ledger.entry where version is not null and xid >= r.boundary)
                      or exists (select from live.gift where xid >= r.boundary)
                      or exists (select from live.view where xid >= r.boundary))) as waiting`

/**
 * Waits until the figures count all facts so far. To open a page again and again until it shows them costs many times as much: the fold pauses
 * for seconds between rounds.
 */
export async function figuresFolded(server: Server): Promise<void> {
  while ((await server.query<{ waiting: boolean }>(waiting))[0]?.waiting)
    await new Promise((resolve) => setTimeout(resolve, 200))
}
