import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const rows = Array.from({ length: 12 }, (_, index) => index)

/** A screen's shape while its code comes: a heading, a row of filters, a table. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={24} width={180} mb={14} />
      <Skeleton height={32} mb={12} />
      {rows.map((row) => (
        <Skeleton key={row} height={30} mb={6} />
      ))}
    </div>
  )
}
