// Pending work: rooms register their lines through `app/`, Home shows those the caller may work on.
import type { MenuKey } from '@greenroom/contract/screens'
import { type RawBuilder, sql } from 'kysely'
import { levelOn, type Staff } from '../kit/calls/context.ts'
import type { Reader } from '../kit/database/database.ts'

/** How many wait, since when the oldest does, and when the first of them is too late; null without such a moment. */
export type Waiting = { count: number; oldest: Date | null; until: Date | null }
/** One row for each that waits: since when, and until when if the line `ends`; null without such a moment. */
export type WaitingRows = RawBuilder<{ at: Date | null; until?: Date | null }>

/** Who looks, when, and in which time zone days begin. */
export type Looking = { staff: Staff; now: Date; timeZone: string }

type Line = {
  /** Key of the line's text: `home:todo.<key>`. */
  key: string
  /** The menu that the caller needs read-write to see the line; to see an alarm, reading it is enough. None: the line is about the caller's own. */
  menu: MenuKey | null
  /** Not work but a fault: everybody who may see the screen gets the line, marked as an alarm. */
  alarm?: true
  /** Whose work it is; staff's without it. Leaders and agents see only lines of their own. */
  of?: 'leader' | 'agent'
  /** The screen with its filter set to exactly what is counted. */
  href: string | ((looking: Looking) => string)
}
/** `rows` of all lines are counted in one statement; `waiting` counts what no statement can: only what the caller could work on counts. */
export type Todo = Line &
  (
    | {
        rows(looking: Looking): WaitingRows
        /** Its rows have `until`, after which it is too late. */
        ends?: true
      }
    | { waiting(reader: Reader, looking: Looking): Promise<Waiting> }
  )

type Counted = Extract<Todo, { rows: unknown }>

const ofWhom = ({ unionId, agentId }: Staff): Line['of'] =>
  unionId != null ? 'leader' : agentId != null ? 'agent' : undefined

/** Counts each line's rows, all in one statement. */
async function countRows(reader: Reader, looking: Looking, lines: readonly Counted[]): Promise<Map<string, Waiting>> {
  if (lines.length === 0) return new Map()
  const counts = lines.map(
    (line) => sql`
      select ${line.key} as key, count(*)::int as count, min(w.at) as oldest,
             ${line.ends ? sql`min(w.until)` : sql`null::timestamptz`} as until from (${line.rows(looking)}) w`,
  )
  const { rows } = await sql<Waiting & { key: string }>`${sql.join(counts, sql` union all `)}`.execute(reader)
  return new Map(rows.map(({ key, ...waiting }) => [key, waiting]))
}

/** Alarms and pending work for this account, in registry order, without empty lines. */
export async function todoOf(todos: readonly Todo[], reader: Reader, looking: Looking) {
  const { staff } = looking
  const whose = ofWhom(staff)
  const mine = todos.filter(
    ({ menu, alarm, of }) => of === whose && (menu === null || levelOn(staff, menu) >= (alarm ? 1 : 3)),
  )
  const [counted, others] = await Promise.all([
    countRows(
      reader,
      looking,
      mine.filter((todo) => 'rows' in todo),
    ),
    Promise.all(
      mine.flatMap((todo) =>
        'waiting' in todo ? [todo.waiting(reader, looking).then((waiting) => [todo.key, waiting] as const)] : [],
      ),
    ),
  ])
  const all = new Map([...counted, ...others])
  return mine.flatMap(({ key, href, alarm = false }) => {
    const { count, oldest, until } = all.get(key)!
    const line = {
      key,
      href: typeof href === 'string' ? href : href(looking),
      alarm,
      count,
      oldest: oldest?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
    }
    return count > 0 ? [line] : []
  })
}
