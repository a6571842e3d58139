import type { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Table, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import styles from '../Home.module.css'
import { Panel } from './Panel.tsx'

type Entry = Answer<typeof home>['recent'][number]

/** Entries with the same text, one after the other, are one act on several things. */
function merged(entries: readonly Entry[]): (Entry & { times: number })[] {
  const rows: (Entry & { times: number })[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last?.logContent === entry.logContent && last.opName === entry.opName) last.times++
    else rows.push({ ...entry, times: 1 })
  }
  return rows
}

/** The caller's latest operations, from the operation log. */
export function Recent({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t } = useTranslation('home')
  const recent = merged(query.data?.recent ?? [])
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
            {recent.map(({ id, at, menuName, opName, logContent, times }) => (
              <Table.Tr key={id}>
                <Table.Td className={styles.when}>
                  <Time at={at} />
                </Table.Td>
                <Table.Td className={styles.when}>{[menuName, opName].filter(Boolean).join(' / ')}</Table.Td>
                <Table.Td>
                  {logContent}
                  {times > 1 && <Text component="span" c="dimmed" inherit>{` ×${times}`}</Text>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
