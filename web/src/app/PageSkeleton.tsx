import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './PageSkeleton.module.css'

const rows = Array.from({ length: 10 }, (_, index) => index)

/** A list's skeleton while its code loads: a heading, filters, rows. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className={styles.sheet}>
      <div className={styles.head}>
        <Skeleton height={18} width={130} />
        <Skeleton height={26} width={340} />
      </div>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={10} width="16%" />
          <Skeleton height={10} width="9%" />
          <Skeleton height={10} width="22%" />
          <Skeleton height={10} width="12%" />
        </div>
      ))}
    </div>
  )
}
