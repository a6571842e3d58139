// Closing a month, when a second member of staff approves it.
import { monthClosed } from '@greenroom/contract/sentences/books'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { refuseField } from '../../../kit/calls/refusal.ts'
import { closeMonth } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import { closeFault } from './books.months.ts'
import { closeKind, monthNamed, monthsNow } from './books.service.ts'

/** Checked again: an earlier month, or this one, may have been closed in the meantime. */
export const closeApproval: ApprovalKind = defineApproval({
  kind: closeKind,
  menu: 'finance.books',
  payload: z.object({ month: z.string() }),
  concerns: noParties,
  stillValid: async () => null,
  async apply(tx, context, { payload: { month }, maker, reason }) {
    const { months } = await monthsNow({ ...context, database: tx })
    const found = monthNamed(months, month)
    const fault = closeFault(found, months, new Set(), context.now)
    if (fault) throw refuseField(20000, 'month', fault)
    const { startsAt, endsAt } = found
    await closeMonth(tx, {
      month,
      startsAt,
      endsAt,
      askedBy: maker,
      approvedBy: staffOf(context).username,
      at: context.now,
    })
    await record(tx, context, {
      operation: closeKind,
      target: `month ${month}`,
      content: monthClosed('done', month),
      before: { month, state: 'open' },
      after: { month, state: 'closed', startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), askedBy: maker },
      reason,
    })
  },
})
