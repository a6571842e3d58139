// What a second member of staff decides about imports: applying one, and undoing one. The job does the work.
import { importActed } from '@greenroom/contract/sentences/moving'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../access/index.ts'
import { staffOf } from '../../kit/calls/context.ts'
import { noParties } from '../../kit/calls/parties.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { beginApplying, beginUndoing } from './moving.apply.ts'
import { applyKind, lockedImport, mustBeAppliable, mustBeUndoable, summaryOf, undoKind } from './moving.service.ts'

const payload = z.object({ importId: z.number(), version: z.number() })

export const movingApprovals = (params: Params): ApprovalKind[] => [
  defineApproval({
    kind: applyKind,
    menu: 'system.import',
    payload,
    concerns: noParties,
    stillValid: async () => null,
    /** Checked again: it may have been checked anew since, or discarded. */
    async apply(tx, context, { payload: { importId, version }, maker, reason }) {
      const row = await lockedImport(tx, importId, version)
      mustBeAppliable(row)
      const rule = { tokens_per_usd: params.integer('tokens_per_usd'), bonus_per_usd: params.integer('bonus_per_usd') }
      await beginApplying(tx, row, {
        ...rule,
        now: context.now,
        at: row.at ?? context.now,
        asked_by: maker,
        approved_by: staffOf(context).username,
      })
      await record(tx, context, {
        operation: applyKind,
        target: `import ${importId}`,
        content: importActed('apply', 'done', importId),
        before: { state: row.state },
        after: { ...summaryOf(row, params), state: 'applying', askedBy: maker },
        reason,
      })
    },
  }),
  defineApproval({
    kind: undoKind,
    menu: 'system.import',
    payload,
    concerns: noParties,
    stillValid: async () => null,
    async apply(tx, context, { payload: { importId, version }, maker, reason }) {
      const row = await lockedImport(tx, importId, version)
      await mustBeUndoable(tx, row)
      await beginUndoing(tx, row, { now: context.now, by: maker })
      await record(tx, context, {
        operation: undoKind,
        target: `import ${importId}`,
        content: importActed('undo', 'done', importId),
        before: { state: row.state },
        after: { state: 'undoing', askedBy: maker },
        reason,
      })
    },
  }),
]
