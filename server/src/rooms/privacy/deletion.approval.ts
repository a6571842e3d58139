// A second member of staff decides whether somebody is to be deleted.
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../access/index.ts'
import { noParties } from '../../kit/calls/parties.ts'
import type { Params } from '../../params/index.ts'
import { begin, deleteKind } from './deletion.service.ts'

export const privacyApprovals = (params: Params): ApprovalKind[] => [
  defineApproval({
    kind: deleteKind,
    menu: 'users.deletions',
    payload: z.object({ userId: z.number() }),
    concerns: noParties,
    stillValid: async () => null,
    apply: (tx, context, { payload: { userId }, maker, reason }) =>
      begin(tx, context, params, { userId, maker, reason }),
  }),
]
