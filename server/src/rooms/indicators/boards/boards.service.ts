// Boards: created and changed by their owner, read by the roles they are shared with. A board stores pins, never figures: every figure is
// read with the reader's own permissions.
import type * as calls from '@greenroom/contract/boards'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { isPinnable, mostBoards, mostPins } from '@greenroom/contract/dashboards'
import type { MenuKey } from '@greenroom/contract/screens'
import { boardChanged, boardPinned } from '@greenroom/contract/sentences/indicators'
import { type Context, levelOn, type Staff, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { zonesNow } from '../figures/figures.service.ts'
import { dayOf } from '../fold/fold.rules.ts'
import * as queries from './boards.queries.ts'
import { isOrderOf, pinOf } from './boards.rules.ts'

const isOwn = (staff: Staff, board: queries.Board): boolean => board.staffId === staff.id

function shownBoard(staff: Staff, board: queries.Board) {
  const { id, name, by, version, roles, pins } = board
  const own = isOwn(staff, board)
  return { boardId: id, name, by, version, roles, pins, own, mayDelete: own || staff.administrator }
}

const snapshot = ({ id, name, by, version, roles, pins }: queries.Board) => ({ id, name, by, version, roles, pins })

/** The caller's own boards and those shared with them. */
export async function list(context: Context): Promise<Answer<typeof calls.boardList>> {
  const staff = staffOf(context)
  const boards = await queries.boardsFor(context.database, staff)
  return { boards: boards.map((board) => shownBoard(staff, board)) }
}

/** @throws Refusal 10032 */
export async function info(
  context: Context,
  { boardId }: Parsed<typeof calls.boardInfo>,
): Promise<Answer<typeof calls.boardInfo>> {
  const staff = staffOf(context)
  const board = await queries.boardFor(context.database, staff, boardId)
  if (!board) throw new Refusal(10032)
  const pins = await queries.pinsOf(context.database, boardId)
  return {
    ...shownBoard(staff, board),
    figures: pins.map(({ id, ...pin }) => ({
      pinId: id,
      shown: levelOn(staff, `indicators.${pin.kind}` as MenuKey) > 0 ? pin : null,
    })) as Answer<typeof calls.boardInfo>['figures'],
  }
}

export const roles = async ({ database }: Context): Promise<Answer<typeof calls.boardRoles>> => ({
  roles: await queries.rolesWithBoards(database),
})

/** The caller's own board, locked. @throws Refusal 10032 */
async function ownBoard(tx: Transaction, staff: Staff, boardId: number): Promise<queries.Board> {
  const board = await queries.lockBoard(tx, staff, boardId)
  if (!board || !isOwn(staff, board)) throw new Refusal(10032)
  return board
}

/** @throws Refusal 10032, 20000 changed in the meantime, 10027 another board of this name, 10009 too many, or a role without boards */
export async function save(
  context: Context,
  { boardId, version, name, roleIds }: Parsed<typeof calls.boardSave>,
): Promise<Answer<typeof calls.boardSave>> {
  const staff = staffOf(context)
  return withUniqueName(context, async (tx) => {
    const offered = new Set((await queries.rolesWithBoards(tx)).map(({ roleId }) => roleId))
    if (roleIds.some((roleId) => !offered.has(roleId))) throw refuseBecause(10009, 'roleIds', 'board.role')
    const before = boardId === undefined ? null : await ownBoard(tx, staff, boardId)
    if (before && version !== undefined && version !== before.version)
      throw staleWrite(
        { by: before.by, at: before.changedAt, version: before.version },
        { name: before.name },
        { name },
      )
    const id = before?.id ?? (await newBoard(tx, context, name))
    if (before) await queries.changeBoard(tx, id, name, context.now)
    await queries.setRoles(tx, id, roleIds)
    const after = await queries.boardFor(tx, staff, id)
    await record(tx, context, {
      target: `board ${id}`,
      content: boardChanged(before ? 'saved' : 'added', name),
      before: before && snapshot(before),
      after: snapshot(after!),
    })
    return { boardId: id }
  })
}

/** A transaction that refuses a name already used by another board of the caller. */
async function withUniqueName<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await context.tx(work)
  } catch (error) {
    if (violates(error, 'board_name')) throw refuseBecause(10027, 'name', 'board.name')
    throw error
  }
}

/** @throws Refusal 10009 too many */
async function newBoard(tx: Transaction, context: Context, name: string): Promise<number> {
  const { id } = staffOf(context)
  if ((await queries.countBoards(tx, id)) >= mostBoards)
    throw refuseBecause(10009, 'name', 'board.many', { most: mostBoards })
  return queries.addBoard(tx, id, name, context.now)
}

/** @throws Refusal 10032 */
export const remove = (context: Context, { boardId }: Parsed<typeof calls.boardDelete>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const board = await queries.lockBoard(tx, staff, boardId)
    if (!board || (!isOwn(staff, board) && !staff.administrator)) throw new Refusal(10032)
    const pins = await queries.pinsOf(tx, boardId)
    await queries.deleteBoard(tx, boardId)
    await record(tx, context, {
      target: `board ${boardId}`,
      content: boardChanged('deleted', board.name),
      before: { ...snapshot(board), figures: pins },
      after: null,
    })
    return {}
  })

/** An own board, or a new one of a name. */
async function boardToPinTo(tx: Transaction, context: Context, { boardId, name }: Parsed<typeof calls.boardPin>) {
  const staff = staffOf(context)
  if (boardId !== undefined) return ownBoard(tx, staff, boardId)
  if (name === undefined) throw refuseBecause(10009, 'name', 'board.none')
  return ownBoard(tx, staff, await newBoard(tx, context, name))
}

/**
 * Pins to an own board, or to a new one.
 *
 * @throws Refusal 10032, 10026 a dashboard that the caller may not read, 10009 an unknown figure or chart, or a full board
 */
export const pin = (context: Context, payload: Parsed<typeof calls.boardPin>) =>
  withUniqueName(context, async (tx) => {
    const staff = staffOf(context)
    const menu = `indicators.${payload.kind}` as MenuKey
    if (levelOn(staff, menu) === 0) throw refuseBecause(10026, 'kind', 'menu.missing', { menus: menu })
    if (!isPinnable(payload.kind, payload.as, payload.key)) throw refuseBecause(10009, 'key', 'board.key')
    const requested = pinOf(payload, dayOf(context.now, await zonesNow(tx, context.timeZone)))
    if (typeof requested === 'string') throw refuseBecause(10009, 'endTimeStr', requested)
    const board = await boardToPinTo(tx, context, payload)
    if (board.pins >= mostPins) throw refuseBecause(10009, 'boardId', 'board.full', { most: mostPins })
    const pinId = await queries.addPin(tx, board.id, requested)
    await queries.changeBoard(tx, board.id, board.name, context.now)
    await record(tx, context, {
      target: `board ${board.id}`,
      content: boardPinned('pinned', board.name),
      before: null,
      after: { pinId, ...requested },
    })
    return { boardId: board.id, pinId }
  })

/** @throws Refusal 10032 */
export const unpin = (context: Context, { boardId, pinId }: Parsed<typeof calls.boardUnpin>) =>
  context.tx(async (tx) => {
    const board = await ownBoard(tx, staffOf(context), boardId)
    const found = (await queries.pinsOf(tx, boardId)).find(({ id }) => id === pinId)
    if (!found) throw new Refusal(10032)
    await queries.deletePin(tx, pinId)
    await queries.changeBoard(tx, boardId, board.name, context.now)
    await record(tx, context, {
      target: `board ${boardId}`,
      content: boardPinned('unpinned', board.name),
      before: { ...found },
      after: null,
    })
    return {}
  })

/** @throws Refusal 10032, 20000 if pins were added or removed in the meantime */
export const order = (context: Context, { boardId, pinIds }: Parsed<typeof calls.boardOrder>) =>
  context.tx(async (tx) => {
    const board = await ownBoard(tx, staffOf(context), boardId)
    const pins = await queries.pinsOf(tx, boardId)
    if (!isOrderOf(pins, pinIds)) throw refuseBecause(20000, 'pinIds', 'board.changed')
    await queries.orderPins(tx, pinIds)
    await queries.changeBoard(tx, boardId, board.name, context.now)
    await record(tx, context, {
      target: `board ${boardId}`,
      content: boardChanged('ordered', board.name),
      before: { pinIds: pins.map(({ id }) => id) },
      after: { pinIds },
    })
    return {}
  })
