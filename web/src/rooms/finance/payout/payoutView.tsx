// Small components for payouts and their batches.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { payableList, payoutBatchInfo, payoutBatchList } from '@greenroom/contract/payoutBatches'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { endOf } from './batchEnds.ts'

export type Payable = Answer<typeof payableList>['payables'][number]
export type Batch = RecordOf<typeof payoutBatchList>
export type BatchDetails = Answer<typeof payoutBatchInfo>
export type Line = BatchDetails['payouts'][number]

type Named = Pick<Payable, 'source' | 'id'>

/** What is paid, in words: a guild's week, or how a promoter is paid, and the month. */
export const partOf = ({ part }: Pick<Payable, 'part'>): string =>
  part.startsWith('fixed ') ? i18next.t('finance:payout.fixedFor', { month: part.slice('fixed '.length) }) : part

export const payableId = ({ source, id }: Named) => `${source}:${id}`

export const linesOf = (rows: readonly Named[]) => rows.map(({ source, id }) => ({ source, id }))

export function Kind({ of }: { of: Batch['kind'] }) {
  const { label } = useLabels()
  return label(`finance:options.method.${of.replace('.', '_')}`)
}

export function Source({ of }: { of: Payable['source'] }) {
  const { label } = useLabels()
  return label(`finance:options.source.${of.replace('.', '_')}`)
}

export function BatchState({
  of,
}: {
  of: Pick<Batch, 'state' | 'sentTimes' | 'onChain' | 'paid' | 'failed' | 'approvalId'>
}) {
  const { t } = useTranslation('finance')
  const end = endOf(of)
  return (
    <span>
      <StatusBadge tone={end.tone}>
        {t(`options.batchState.${end.state}`, { paid: of.paid, all: of.paid + of.failed })}
      </StatusBadge>{' '}
      {of.onChain && <Tag tone="neutral">{t('payout.onChain')}</Tag>}
      {of.sentTimes > 1 && <Tag tone="bad">{t('payout.sentTimes', { count: of.sentTimes })}</Tag>}
    </span>
  )
}

export function LineState({ of }: { of: Pick<Line, 'state' | 'reason'> }) {
  const { t } = useTranslation('finance')
  return (
    <span title={of.reason || undefined}>
      <StatusBadge tone={tones.payout[of.state]}>{t(`options.payoutState.${of.state}`)}</StatusBadge>
    </span>
  )
}
