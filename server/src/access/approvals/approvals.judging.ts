// Who may do what about requests: the caller, and everybody who may decide them.
import type { MenuKey } from '@greenroom/contract/screens'
import { levelOn, type Staff } from '../../kit/calls/context.ts'
import type { Reader } from '../../kit/database/database.ts'
import { inSetup } from '../setup/setup.queries.ts'
import { concernedByRequest, decidingStaff, type Holder, stillMay } from './approvals.deciders.ts'
import { waitsOf } from './approvals.ending.ts'
import type { ApprovalKind } from './approvals.kinds.ts'
import type * as queries from './approvals.queries.ts'
import { type Actor, type Facts, stateAt } from './approvals.rules.ts'

/** The accounts that each request concerns. */
type Concerned = Awaited<ReturnType<typeof concernedByRequest>>
export type Kinds = ReadonlyMap<string, ApprovalKind>

/** Accounts that may decide a request, by name; `more` were left out. */
export type Deciders = { names: string[]; more: number }

const mostNames = 5

const mayDecideKind = (level: Holder['level'], kind: ApprovalKind): boolean =>
  kind.decidedBy === 'everyone' || level(kind.menu) > 0

/** The caller as the rules see them. */
export const actorFor = (kinds: Kinds, staff: Staff, kind: string): Actor => {
  const level = (menu: MenuKey) => levelOn(staff, menu)
  const defined = kinds.get(kind)
  const mayDecide = defined !== undefined && mayDecideKind(level, defined)
  return { id: staff.id, mayWrite: level('system.approval') === 3, mayDecide }
}

/** Facts about each of `rows` for the caller `staff`. */
export async function judge(
  kinds: Kinds,
  reader: Reader,
  staff: Staff,
  rows: readonly queries.Pending[],
  known?: Concerned,
) {
  const waiting = rows.filter((row) => row.state === 'pending')
  const concerned = known ?? (await concernedByRequest(reader, waiting))
  const may = await stillMay(
    reader,
    waiting.map((row) => row.maker_id),
  )
  const setup = waiting.length > 0 && (await inSetup(reader))
  return (row: queries.Pending): Facts => {
    const menu = kinds.get(row.kind)?.menu
    return {
      ...waitsOf(row),
      makerId: row.maker_id,
      makerMay: menu !== undefined && may(row.maker_id, menu),
      concerned: concerned.get(row.id)?.has(staff.id) ?? false,
      asked: row.asked,
      inSetup: setup,
    }
  }
}

/** Who may decide each of `rows` now. */
export async function deciderIdsFor(
  kinds: Kinds,
  reader: Reader,
  rows: readonly queries.Pending[],
  { concerned, now }: { concerned: Concerned; now: Date },
): Promise<(row: queries.Pending) => Holder[]> {
  const waiting = rows.filter((row) => stateAt(waitsOf(row), now) === 'pending')
  if (waiting.length === 0) return () => []
  const staff = await decidingStaff(reader)
  const ids = new Set(waiting.map(({ id }) => id))
  return (row) => {
    const kind = kinds.get(row.kind)
    if (!kind || !ids.has(row.id)) return []
    return staff.filter(
      ({ id, level }) =>
        id !== row.maker_id && mayDecideKind(level, kind) && !(concerned.get(row.id)?.has(id) ?? false),
    )
  }
}

/** The same as screens show it. */
export async function decidersFor(
  kinds: Kinds,
  reader: Reader,
  rows: readonly queries.Pending[],
  of: { concerned: Concerned; now: Date },
) {
  const decidersOf = await deciderIdsFor(kinds, reader, rows, of)
  return (row: queries.Pending): Deciders => {
    const may = decidersOf(row)
    const names = may.slice(0, mostNames).map(({ username }) => username)
    return { names, more: may.length - names.length }
  }
}
