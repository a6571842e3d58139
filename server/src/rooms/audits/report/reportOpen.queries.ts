// Open reports against a broadcast or a call, for the monitor.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

/** Open reports about one broadcast or call: the count, and the newest 5, newest first. */
export type OpenReports = {
  count: number
  newest: { reportId: string; reason: string; text: string; reportedAt: string }[]
}
/** By broadcast and call id; those without reports are left out. */
export type OpenReportsOn = { lives: Map<string, OpenReports>; calls: Map<string, OpenReports> }

type Row = {
  of: 'live' | 'call'
  place: string
  id: string
  reason: string
  text: string
  reported_at: Date
  count: number
}

const shown = 5

/** Open reports about these broadcasts and calls, in one statement. */
export async function openReportsOn(
  reader: Reader,
  { liveIds, callIds }: { liveIds: readonly string[]; callIds: readonly string[] },
): Promise<OpenReportsOn> {
  const found: OpenReportsOn = { lives: new Map(), calls: new Map() }
  if (liveIds.length === 0 && callIds.length === 0) return found
  const { rows } = await sql<Row>`
    select * from (
      select of, place, id, reason, text, reported_at, (count(*) over w)::int as count,
             row_number() over (w order by reported_at desc, id desc) as newer
        from (select 'live' as of, live_id as place, id, reason, text, reported_at
                from audits.report where state = 'untreated' and live_id = any(${liveIds}::text[])
               union all
              select 'call', call_id, id, reason, text, reported_at
                from audits.report where state = 'untreated' and call_id = any(${callIds}::text[])) r
      window w as (partition by of, place)) n
     where newer <= ${shown} order by of, place, newer`.execute(reader)
  for (const { of, place, id, reason, text, reported_at, count } of rows) {
    const places = of === 'live' ? found.lives : found.calls
    const open = places.get(place) ?? { count, newest: [] }
    open.newest.push({ reportId: id, reason, text, reportedAt: reported_at.toISOString() })
    places.set(place, open)
  }
  return found
}
