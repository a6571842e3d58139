import { auditReviewers } from '@greenroom/contract/auditFigures'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { type FigureColumn, SortedTable } from '../../../charts/SortedTable.tsx'
import { Amount } from '../../../format/Amount.tsx'
import { share as writtenShare } from '../../../format/number.ts'
import { duration } from '../../../format/time.ts'
import { FullWidth } from '../../../page/FiguresPage.tsx'
import { useFigures } from '../../../page/useFigures.ts'
import { QualityPage, qualityFilters } from './QualityPage.tsx'

type Reviewer = Answer<typeof auditReviewers>['reviewers'][number]
type Counted = 'decided' | 'passed' | 'failed' | 'hours' | 'overturned' | 'secondReviews'
type Share = 'overturnedBp' | 'agreementBp'

export function Reviewers() {
  const { t, i18n } = useTranslation('audits')
  const { list, data } = useFigures(auditReviewers, qualityFilters)
  const count = (id: Counted): FigureColumn<Reviewer> => ({
    id,
    name: t(`quality.reviewer.${id}`),
    value: (row) => row[id],
    cell: (row) => <Amount value={row[id]} unit="number" />,
  })
  /** Basis points as a fraction, for the exported file. */
  const share = (id: Share, computed: string): FigureColumn<Reviewer> => ({
    id,
    name: t(`quality.reviewer.${id}`),
    computed,
    value: (row) => (row[id] === null ? null : row[id] / 10_000),
    cell: (row) => (row[id] === null ? '–' : <bdi dir="ltr">{writtenShare(row[id] / 10_000, i18n.language)}</bdi>),
  })
  const columns: FigureColumn<Reviewer>[] = [
    { id: 'username', name: t('quality.reviewer.username'), value: ({ username }) => username },
    count('decided'),
    count('passed'),
    count('failed'),
    count('hours'),
    {
      id: 'perHour',
      name: t('quality.reviewer.perHour'),
      value: ({ perHour }) => perHour,
      cell: ({ perHour }) => <bdi dir="ltr">{perHour.toFixed(1)}</bdi>,
    },
    {
      id: 'medianSeconds',
      name: t('quality.reviewer.medianSeconds'),
      value: ({ medianSeconds }) => medianSeconds,
      cell: ({ medianSeconds }) => (medianSeconds === null ? '–' : <bdi dir="ltr">{duration(medianSeconds)}</bdi>),
    },
    count('overturned'),
    share('overturnedBp', t('quality.how.overturned')),
    count('secondReviews'),
    share('agreementBp', t('quality.how.agreement')),
  ]
  return (
    <QualityPage list={list}>
      {data && (
        <FullWidth>
          <SortedTable
            title={t('quality.reviewers')}
            computed={t('quality.how.reviewers')}
            columns={columns}
            rows={data.reviewers}
            rowKey={({ staffId }) => staffId}
            order={{ by: 'decided', down: true }}
            empty={t('quality.nothing')}
          />
        </FullWidth>
      )}
    </QualityPage>
  )
}
