import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './PageSkeleton.module.css'

/** What a page consists of: rows of a list, pictures of a queue or a wall, or figures of a dashboard. */
type Shape = 'rows' | 'pictures' | 'figures'

/** Queues are all audits but these. */
const otherAudits = /^\/audit\/(log|template|quality|report)/

/** The shape of the page at a path, before its code is there. */
export function shapeOf(path: string): Shape {
  if (path.startsWith('/data/')) return 'figures'
  return path.startsWith('/live/monitor') || (path.startsWith('/audit/') && !otherAudits.test(path))
    ? 'pictures'
    : 'rows'
}

const rows = Array.from({ length: 10 }, (_, index) => index)

/** A page's skeleton while its code loads, in the shape of what comes: a list's rows, a queue's pictures, or a dashboard's figures. */
export function PageSkeleton({ path }: { path: string }) {
  const { t } = useTranslation()
  const shape = shapeOf(path)
  return (
    <div role="status" aria-label={t('loading')} className={styles.sheet} data-shape={shape}>
      <div className={styles.head}>
        <Skeleton height={18} width={130} />
        <Skeleton height={26} width={340} />
      </div>
      <Body shape={shape} />
    </div>
  )
}

function Body({ shape }: { shape: Shape }) {
  if (shape !== 'rows')
    return (
      <div className={styles[shape]}>
        {rows.map((at) => (
          <Skeleton key={at} radius="md" />
        ))}
      </div>
    )
  return rows.map((row) => (
    <div key={row} className={styles.row}>
      <Skeleton height={10} width="16%" />
      <Skeleton height={10} width="9%" />
      <Skeleton height={10} width="22%" />
      <Skeleton height={10} width="12%" />
    </div>
  ))
}
