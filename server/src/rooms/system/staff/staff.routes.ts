import {
  inviteWays,
  staffCode,
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffInvitationRevoke,
  staffList,
  staffPasswordReset,
  staffSave,
  staffSessionsEnd,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { type Approvals, fetchCodes } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Notifier } from '../../../notify/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { factorWord } from '../system.words.ts'
import * as batches from './staff.batches.ts'
import * as change from './staff.change.ts'
import * as service from './staff.service.ts'

export const staffRoutes = ({ approvals, notifier }: { approvals: Approvals; notifier: Notifier }): Served[] => [
  serveList(staffList, service.list, [
    { heading: 'exports:columns.systemUserId', value: (user) => user.userId },
    { heading: 'exports:columns.userName', value: (user) => user.username },
    {
      heading: 'system:columns.status',
      value: (user, { language }) => optionText('exports:options.statusName', String(user.status), language),
    },
    { heading: 'system:columns.roles', value: (user) => user.roles.map((role) => role.roleName).join(', ') },
    { heading: 'system:columns.phone', value: (user) => user.phone },
    {
      heading: 'system:columns.secondFactor',
      value: (user, { language }) => factorWord(user.secondFactor, language),
    },
    { heading: 'exports:columns.authenticatorBound', value: (user) => user.googleBound },
    { heading: 'system:columns.unionId', value: (user) => user.unionId },
    { heading: 'system:columns.agentId', value: (user) => user.agentId },
    { heading: 'system:columns.remark', value: (user) => user.remark },
    { heading: 'system:columns.sessions', value: (user) => user.sessions },
    {
      heading: 'system:columns.lastLoginAt',
      value: (user) => (user.lastLoginAt === null ? null : new Date(user.lastLoginAt)),
    },
    { heading: 'system:columns.createdAt', value: (user) => new Date(user.createdAt) },
  ]),
  serve(staffInfo, service.info),
  serve(staffSave, (context, payload) => change.save({ approvals, notifier }, context, payload)),
  serve(inviteWays, async () => ({
    mail: notifier.ways.mail,
    sms: notifier.ways.sms,
    printed: !notifier.smsSends,
  })),
  serve(staffUpdate, (context, payload) => change.update(approvals, context, payload)),
  serve(staffStatus, (context, payload) => batches.setStatus(approvals, context, payload)),
  serve(staffPasswordReset, (context, payload) => change.resetPassword(approvals, context, payload)),
  serve(staffGoogleUnbind, (context, payload) => change.unbindGoogle(approvals, context, payload)),
  serve(staffCode, fetchCodes),
  serve(staffInvitationRevoke, change.revoke),
  serve(staffSessionsEnd, batches.endSessions),
  serve(staffDelete, batches.remove),
]
