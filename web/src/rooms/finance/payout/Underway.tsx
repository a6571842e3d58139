// Batches under way, on a line of their own above what is ready: each with its state and its next step.
import { payoutBatchList } from '@greenroom/contract/payoutBatches'
import { Group, Skeleton, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { hrefOf } from './PayoutTabs.tsx'
import { BatchState, Kind } from './payoutView.tsx'

const states = ['waiting', 'approved', 'sent'] as const
const most = 3
const line = '28px'
/** However many there are, the list below does not move. */
const oneLine = { overflowX: 'auto', whiteSpace: 'nowrap', scrollbarWidth: 'none' } as const

export function Underway() {
  const { t } = useTranslation('finance')
  const queries = useQueries({
    queries: states.map((state) => ({
      queryKey: ['finance.payout', payoutBatchList.name, 'underway', state],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(payoutBatchList, { state, size: most }, { signal }),
    })),
  })
  const batches = queries.flatMap(({ data }) => data?.records ?? [])
  if (batches.length === 0)
    return (
      <Text component="div" fz="sm" c="dimmed" w="100%" lh={line}>
        {queries.some(({ isPending }) => isPending) ? (
          <Skeleton height={14} width={320} my={7} />
        ) : (
          t('payout.noneUnderway')
        )}
      </Text>
    )
  return (
    <Group
      gap={20}
      wrap="nowrap"
      w="100%"
      lh={line}
      style={oneLine}
      role="list"
      aria-label={t('payout.underway')}
      fz="sm"
    >
      {batches.map((batch) => (
        <span key={batch.batchId} role="listitem">
          <Link to={`${hrefOf('batches')}&drawer=batch:${batch.batchId}`}>
            {t('payout.batchOf', { batchId: String(batch.batchId) })}
          </Link>{' '}
          <Kind of={batch.kind} /> · <Amount value={batch.usdCents} unit="usd" /> · <BatchState of={batch} />
        </span>
      ))}
    </Group>
  )
}
