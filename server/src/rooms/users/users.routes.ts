// All calls of staff about users.
import {
  deviceBan,
  deviceUnban,
  userBan,
  userDetail,
  userFlag,
  userLogOut,
  userNoteDelete,
  userNoteList,
  userNoteSave,
  userNoteUpdate,
  userReveal,
  userRevealList,
  userUnban,
} from '@greenroom/contract/users'
import type { Approvals } from '../../access/index.ts'
import type { Context } from '../../kit/calls/context.ts'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import type { Params } from '../../params/index.ts'
import { optionText } from '../../texts/catalogue.ts'
import type { BanEffects } from './ban/ban.effects.ts'
import { banDevices, banUsers, unbanDevices, unbanUsers } from './ban/ban.service.ts'
import { grantRoutes } from './grant/grant.routes.ts'
import { logOutUsers } from './person/logOut.service.ts'
import { info } from './person/userDetail.service.ts'
import { flagUsers } from './person/userFlag.service.ts'
import * as notes from './person/userNote.service.ts'
import * as reveals from './person/userReveal.service.ts'

export const staffRoutes = (services: {
  params: Params
  approvals: Approvals
  effects: BanEffects
  noteRead: (context: Context, userId: bigint) => Promise<void>
}): Served[] => [
  serve(userDetail, async (context, payload) => {
    const answer = await info(services.approvals, context, payload)
    await services.noteRead(context, BigInt(payload.userId))
    return answer
  }),
  serve(userBan, banUsers(services.effects)),
  serve(userUnban, unbanUsers(services.effects)),
  serve(deviceBan, banDevices(services.effects)),
  serve(deviceUnban, unbanDevices(services.effects)),
  ...grantRoutes(services),
  serve(userFlag, flagUsers),
  serve(userLogOut, logOutUsers),
  serve(userReveal, reveals.reveal),
  serveList(userRevealList, reveals.list, [
    { heading: 'users:columns.at', value: (row) => new Date(row.at) },
    { heading: 'users:columns.userId', value: (row) => row.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.nickname },
    { heading: 'users:columns.guild', value: (row) => row.guild?.name ?? '' },
    {
      heading: 'users:columns.field',
      value: (row, context) => optionText('users:options.field', row.field, context.language),
    },
    { heading: 'users:columns.reason', value: (row) => row.reason },
    { heading: 'users:columns.by', value: (row) => row.by },
  ]),
  serve(userNoteList, notes.list),
  serve(userNoteSave, notes.save),
  serve(userNoteUpdate, notes.update),
  serve(userNoteDelete, notes.remove),
]
