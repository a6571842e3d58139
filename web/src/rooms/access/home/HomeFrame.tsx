// What Home is for everybody: who and when last, notices, what waits, the cards of staff or of a leader or agent, and one's own recent work.
import { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Text, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { Note } from '../../../ui/values/Note.tsx'
import styles from '../Home.module.css'
import { Panel } from './HomePanel.tsx'
import { MyExports } from './MyExports.tsx'
import { MySessions } from './MySessions.tsx'
import { Todo } from './Todo.tsx'

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
function Recent({ query }: { query: UseQueryResult<Answer<typeof home>> }) {
  const { t } = useTranslation('home')
  const recent = merged(query.data?.recent ?? [])
  return (
    <Panel
      title={t('home.recent')}
      query={query}
      empty={recent.length > 0 ? undefined : t('home.recentEmpty')}
      lines={8}
    >
      <div className={styles.entries}>
        <ShortTable
          label={t('home.recent')}
          rows={recent}
          keyOf={({ id }) => id}
          stacks
          columns={[
            [t('home.when'), ({ at }) => <Time at={at} />, 'once'],
            [t('home.operation'), ({ menuName, opName }) => [menuName, opName].filter(Boolean).join(' / '), 'once'],
            [
              t('home.content'),
              ({ logContent, times }) => (
                <>
                  {logContent}
                  {times > 1 && <Text component="span" c="dimmed" inherit>{` ×${times}`}</Text>}
                </>
              ),
            ],
          ]}
        />
      </div>
    </Panel>
  )
}

/** Pending work, recent operations, sessions and exports of the caller, around the cards of those who they are. */
export function HomeFrame({ waits = false, children }: { waits?: boolean; children: ReactNode }) {
  const { t } = useTranslation('home')
  const { user } = useSession()
  const query = useQuery({ queryKey: ['home'], queryFn: ({ signal }) => call(home, {}, { signal }) })
  const lastLogin = query.data?.lastLogin

  return (
    <div className={styles.home}>
      <header className={styles.head}>
        <Title order={1}>{t('home.title', { name: user.username })}</Title>
        <Text c="dimmed">
          {lastLogin ? (
            <>
              {t('home.lastLogin')} <Time at={lastLogin.at} />
              {' · '}
              <bdi dir="ltr">{lastLogin.ip}</bdi>
            </>
          ) : (
            // Reserve the space, to avoid a layout shift when the answer arrives.
            <span>{query.data ? t('home.firstLogin') : ' '}</span>
          )}
        </Text>
      </header>
      {(query.data?.notices ?? []).map(({ id, at, logContent }) => (
        <Note key={id} role="alert">
          {logContent} <Time at={at} />
        </Note>
      ))}
      <Todo query={query} />
      {/* Shown once it is known how high the work above is: it fetches meanwhile, and nothing moves. */}
      <div className={styles.home} hidden={query.isPending || waits}>
        {children}
        <div className={styles.columns}>
          <Recent query={query} />
          <div className={styles.side}>
            <MyExports />
            <MySessions />
          </div>
        </div>
      </div>
    </div>
  )
}
