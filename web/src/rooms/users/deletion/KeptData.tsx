// How long each kind of data is kept, and what was removed for its age.
import { retentionInfo } from '@greenroom/contract/privacy'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import classes from '../users.module.css'

export function KeptData() {
  const { t } = useTranslation('users')
  const { label } = useLabels()
  const query = useQuery({
    queryKey: ['users.deletions', 'retention'],
    queryFn: ({ signal }) => call(retentionInfo, {}, { signal }),
  })
  if (query.isError) return <Failure error={query.error} again={() => void query.refetch()} />
  return (
    <section className={classes['retention']} aria-busy={query.isLoading}>
      <h2>{t('retention.title')}</h2>
      <p>{t('retention.hint')}</p>
      <ShortTable
        label={t('retention.title')}
        rows={query.data?.kinds ?? []}
        keyOf={({ kind }) => kind}
        columns={[
          [t('retention.kind'), ({ kind }) => label(`users:options.retentionKind.${kind}`)],
          [
            t('retention.keep'),
            ({ kind, keep }) =>
              keep === 0
                ? t('retention.always')
                : t(kind === 'payoutDetails' ? 'retention.years' : 'retention.days', { count: keep }),
          ],
          [t('retention.removed'), ({ removed }) => <Amount value={removed} unit="number" />, 'end'],
          [t('retention.lastDay'), ({ lastDay }) => (lastDay === null ? '–' : <bdi>{lastDay}</bdi>)],
        ]}
      />
    </section>
  )
}
