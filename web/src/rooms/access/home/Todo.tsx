import type { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { integer } from '../../../format/number.ts'
import { textLanguage } from '../../../i18n/index.ts'
import styles from '../Home.module.css'
import { Panel } from './Panel.tsx'

/** Alarms and the caller's pending work: counts with links to the screens. */
export function Todo({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t, i18n } = useTranslation('access')
  const todo = query.data?.todo ?? []
  if (query.isPending) {
    return (
      <div className={styles.todo} role="status" aria-label={t('home.todo')}>
        <Skeleton height={74} radius="md" />
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
      {todo.map(({ key, count, href, alarm }) => (
        <Link key={key} to={href} className={styles.count} data-none={count === 0} data-alarm={alarm || undefined}>
          <Text component="span" c={alarm ? 'inherit' : 'dimmed'} className={styles.name ?? ''}>
            {alarm && <IconAlertTriangle size={15} role="img" aria-label={t('home.alarm')} />}
            {i18n.exists(`access:todo.${key}`) ? t(`todo.${key}` as 'todo.approvals') : key}
          </Text>
          <span className={styles.figure}>{integer(count, textLanguage())}</span>
        </Link>
      ))}
    </nav>
  )
}
