// Actions for users: on the list for one or many, on a user's page for that user.
import { banned, flagged, loggedOut, moved, unbanned } from '@greenroom/contract/sentences/users'
import type { Named } from '@greenroom/contract/sentences/words'
import { userBan, userFlag, userLogOut, userUnban } from '@greenroom/contract/users'
import { IconCoinOff, IconCoins, IconFlag, IconLockOpen, IconLogout, IconUserOff } from '@tabler/icons-react'
import { type Action, batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'
import type { UserRow } from '../UserState.tsx'
import { type Money, move, takeBack } from './moveTokens.ts'
import type { Ban, Flagging } from './userForms.tsx'

const named = (rows: readonly UserRow[]): Named[] => rows.map(({ userId: id, nickname }) => ({ id, nickname }))

export const banUser = defineAction<UserRow, Ban>({
  id: 'users.person.ban',
  icon: IconUserOff,
  danger: true,
  key: 'ban',
  may: (user) => user.can.ban,
  form: () => import('./userForms.tsx').then(({ banForm }) => ({ default: banForm })),
  batch: batchOf(userBan, ({ hours, ...input }: Ban) => ({ hours: Number(hours), ...input })),
  undo: (ids) => call(userUnban, { ids, reason: label('users:undoReason') }),
  message: (rows, { kind, hours }, form) => banned(form, { people: named(rows), kind, hours: Number(hours) }),
})

export const unbanUser = defineAction<UserRow, Reason>({
  id: 'users.person.unban',
  icon: IconLockOpen,
  key: 'lift',
  may: (user) => user.can.unban,
  form: reasonForm,
  batch: batchOf(userUnban, ({ reason }: Reason) => ({ reason })),
  message: (rows, _input, form) => unbanned(form, { people: named(rows) }),
})

const moneyFormOf = (direction: 'grant' | 'deduct') => () =>
  import('./moneyForm.tsx').then(({ moneyForm }) => ({ default: moneyForm(direction) }))

export const grantTokens = defineAction<UserRow, Money>({
  id: 'users.person.grant',
  icon: IconCoins,
  key: 'grant',
  may: (user) => user.can.grant,
  form: moneyFormOf('grant'),
  run: (ids, input) => move('grant', ids, input),
  message: (rows, { tokens }, form) => moved(form, { people: named(rows), direction: 'grant', tokens: Number(tokens) }),
  undo: (_ids, _input, _rows, answer) => takeBack(answer),
})

export const deductTokens = defineAction<UserRow, Money>({
  id: 'users.person.deduct',
  icon: IconCoinOff,
  danger: true,
  key: 'deduct',
  may: (user) => user.can.deduct,
  form: moneyFormOf('deduct'),
  run: (ids, input) => move('deduct', ids, input),
  message: (rows, { tokens }, form) =>
    moved(form, { people: named(rows), direction: 'deduct', tokens: Number(tokens) }),
  undo: (_ids, _input, _rows, answer) => takeBack(answer),
})

export const flagUser = defineAction<UserRow, Flagging>({
  id: 'users.person.flag',
  icon: IconFlag,
  key: 'mark',
  may: (user) => user.can.flag,
  form: () => import('./userForms.tsx').then(({ flagForm }) => ({ default: flagForm })),
  batch: batchOf(userFlag, ({ flag, on, reason }: Flagging) => ({ flag, on: on === 'true', reason })),
  message: (rows, { flag, on }) => flagged({ people: named(rows), flag, on: on === 'true' }),
})

export const logOutUser = defineAction<UserRow, Reason>({
  id: 'users.person.logOut',
  icon: IconLogout,
  key: 'end',
  may: (user) => user.can.logOut,
  form: reasonForm,
  batch: batchOf(userLogOut, ({ reason }: Reason) => ({ reason })),
  message: (rows) => loggedOut({ people: named(rows) }),
})

export const personActions: readonly Action<UserRow>[] = [
  banUser,
  unbanUser,
  grantTokens,
  deductTokens,
  flagUser,
  logOutUser,
]
