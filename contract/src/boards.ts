// Boards of the Data indicators area: ordered figures pinned by a member of staff, shared with roles.
import type * as schema from './boards.schema.ts'
import { declare } from './call.ts'

const menu = 'indicators.board'

/** The caller's own boards and those shared with one of their roles; administrators see every shared one. */
export const boardList = declare<typeof schema.boardList>('boardList', {
  method: 'GET',
  path: '/data/board/list',
  level: 'read',
  menu,
})

/** A board with its pins. A pin of a dashboard that the caller may not read has no content. */
export const boardInfo = declare<typeof schema.boardInfo>('boardInfo', {
  method: 'GET',
  path: '/data/board/info',
  level: 'read',
  menu,
  codes: [10032],
})

/** Roles that a board can be shared with: those that have this menu. */
export const boardRoles = declare<typeof schema.boardRoles>('boardRoles', {
  method: 'GET',
  path: '/data/board/roles',
  level: 'read',
  menu,
})

/** Adds a board, or changes the name and roles of the caller's own. */
export const boardSave = declare<typeof schema.boardSave>('boardSave', {
  method: 'POST',
  path: '/data/board/save',
  level: 'write',
  menu,
  operation: 'board.save',
  creates: true,
  codes: [10027, 10032, 20000],
})

/** Deletes the caller's own board; an administrator deletes any shared one. */
export const boardDelete = declare<typeof schema.boardDelete>('boardDelete', {
  method: 'POST',
  path: '/data/board/delete',
  level: 'write',
  menu,
  operation: 'board.delete',
  codes: [10032],
})

/** Pins a figure or chart with its filters to the caller's own board, at the end, or to a new one. */
export const boardPin = declare<typeof schema.boardPin>('boardPin', {
  method: 'POST',
  path: '/data/board/pin',
  level: 'write',
  menu,
  operation: 'board.pin',
  creates: true,
  codes: [10027, 10032],
})

/** Removes a pin from the caller's own board. */
export const boardUnpin = declare<typeof schema.boardUnpin>('boardUnpin', {
  method: 'POST',
  path: '/data/board/unpin',
  level: 'write',
  menu,
  operation: 'board.unpin',
  codes: [10032],
})

/** Reorders the pins of the caller's own board; refused (20000) unless it names exactly the existing ones. */
export const boardOrder = declare<typeof schema.boardOrder>('boardOrder', {
  method: 'POST',
  path: '/data/board/order',
  level: 'write',
  menu,
  operation: 'board.order',
  codes: [10032, 20000],
})
