// Whether the figures count all facts so far, for who waits until they do: to look at them again and again costs many times as much.

const waiting = `
  select exists (select from indicators.touched) or exists (select from indicators.due) or exists (select from indicators.touched_install)
      or exists (select from kit.reader r
                  where r.name = 'indicators.ledger'
                    and (exists (select from ledger.entry where version is not null and xid >= r.boundary)
                      or exists (select from live.gift where xid >= r.boundary)
                      or exists (select from live.view where xid >= r.boundary))) as waiting`

/** @param query runs a statement on the server's database */
export async function areFiguresFolded(
  query: (statement: string) => Promise<{ waiting: boolean }[]>,
): Promise<boolean> {
  return (await query(waiting))[0]?.waiting === false
}
