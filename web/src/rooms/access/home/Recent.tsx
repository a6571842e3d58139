import type { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import styles from '../Home.module.css'
import { Panel } from './Panel.tsx'

/** The caller's latest operations, from the operation log. */
export function Recent({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t } = useTranslation('access')
  const recent = query.data?.recent ?? []
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
                  <Time at={at} />
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
