import type { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { integer } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { span } from '../../../format/time.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { useSession } from '../../../session/session.ts'
import { lead } from '../../../ui/labels.ts'
import styles from '../Home.module.css'
import { Panel } from './HomePanel.tsx'

type Line = Answer<typeof home>['todo'][number]

/** Alarms and the caller's pending work: how many, since when and until when, each a link to exactly these rows. */
export function Todo({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t } = useTranslation('home')
  const todo = query.data?.todo ?? []
  if (query.isPending) {
    return (
      <div className={styles.todo} role="status" aria-label={t('home.todo')}>
        <Skeleton height={62} radius={0} />
      </div>
    )
  }
  if (query.error || todo.length === 0) {
    return (
      <Panel title={t('home.todo')} query={query} empty={t('home.todoEmpty')} lines={1}>
        {null}
      </Panel>
    )
  }
  return (
    <nav aria-label={t('home.todo')} className={styles.todo}>
      {todo.map((line) => (
        <Waits key={line.key} of={line} />
      ))}
    </nav>
  )
}

function Waits({ of: { key, count, href, alarm, oldest, until } }: { of: Line }) {
  const { t, i18n } = useTranslation('home')
  const { clockOffset } = useSession()
  const seconds =
    oldest === null ? null : Math.max(0, Math.round((Date.now() + clockOffset - Date.parse(oldest)) / 1_000))
  return (
    <Link to={href} className={styles.count} data-alarm={alarm || undefined}>
      <span className={styles.name}>
        {alarm && <IconAlertTriangle size={15} role="img" aria-label={t('home.alarm')} />}
        {i18n.exists(`home:todo.${key}`) ? t(`todo.${key}` as 'todo.approvals') : key}
      </span>
      <span className={styles.figure}>{integer(count, textLanguage())}</span>
      <span className={styles.age}>
        {until !== null ? (
          <>
            {lead(t('home.until'))}
            <Time at={until} brief />
          </>
        ) : (
          seconds !== null && t('home.oldest', { age: span(seconds, textLanguage()) })
        )}
      </span>
    </Link>
  )
}
