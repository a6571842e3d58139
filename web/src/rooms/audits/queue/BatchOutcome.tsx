// The items of a batch that were refused, and why.
import { nameOf } from '@greenroom/contract/sentences/words'
import BatchReport from '../../../actions/BatchReport.tsx'
import { type List, ListProvider } from '../../../list/currentList.ts'
import type { Seen } from '../bench/bench.ts'
import type { Review } from '../bench/queueDesk.ts'
import { useWorkbench } from './workbench.ts'

/** What the report needs of a list: its row key. */
const rows = {
  rowId: (review: Review) => review.reviewId,
  nameOf: ({ user }: Review) => nameOf({ id: user.userId, nickname: user.nickname }),
} as unknown as List

const ids = { passed: 'audits.queue.passed', failed: 'audits.queue.failed' } as const

export default function BatchOutcome({ report: { step, refused } }: { report: NonNullable<Seen['report']> }) {
  const { bench } = useWorkbench()
  const { reviews, verdict } = step
  return (
    <ListProvider value={rows}>
      <BatchReport
        report={{
          // The report reads nothing but the action's id.
          action: { id: ids[verdict.decision] } as never,
          rows: reviews,
          input: undefined,
          answer: undefined,
          waits: false,
          outcomes: reviews.map(({ reviewId }) => {
            const no = refused.find(({ id }) => id === reviewId)
            if (!no) return { id: reviewId, ok: true }
            const { code, message, ...why } = no
            return { ...why, id: reviewId, ok: false, errorCode: code, errorMsg: message }
          }),
        }}
        retry={(again) => {
          bench.closeReport()
          bench.choose((again as Review[]).map(({ reviewId }) => reviewId))
          bench.decide(verdict)
        }}
        close={bench.closeReport}
      />
    </ListProvider>
  )
}
