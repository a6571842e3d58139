import type { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dateTime, relative } from '../../../format/time.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { useSession } from '../../../session/session.ts'
import styles from '../Home.module.css'
import { Panel } from './Panel.tsx'

/** The caller's latest operations, from the operation log. */
export function Recent({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t } = useTranslation('access')
  const { timeZone, clockOffset } = useSession()
  const recent = query.data?.recent ?? []
  const now = new Date(Date.now() + clockOffset)
  return (
    <Panel
      title={t('home.recent')}
      query={query}
      empty={recent.length > 0 ? undefined : t('home.recentEmpty')}
      lines={8}
    >
      {/* On a phone the table scrolls sideways, by keyboard too. */}
      <div className={styles.scroll} role="group" aria-label={t('home.recent')} tabIndex={0}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('home.when')}</Table.Th>
              <Table.Th>{t('home.operation')}</Table.Th>
              <Table.Th>{t('home.content')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {recent.map(({ id, at, menuName, opName, logContent }) => (
              <Table.Tr key={id}>
                <Table.Td className={styles.when}>
                  <time dateTime={at} title={relative(at, now, textLanguage())}>
                    <bdi dir="ltr">{dateTime(at, timeZone)}</bdi>
                  </time>
                </Table.Td>
                <Table.Td className={styles.when}>{[menuName, opName].filter(Boolean).join(' / ')}</Table.Td>
                <Table.Td>{logContent}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
