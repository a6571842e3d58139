import { home } from '@greenroom/contract/access'
import { Alert, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Time } from '../../format/Time.tsx'
import { useSession } from '../../session/session.ts'
import styles from './Home.module.css'
import { AgentToday } from './home/AgentToday.tsx'
import { Figures } from './home/Figures.tsx'
import { GuildWeek } from './home/GuildWeek.tsx'
import { MyExports } from './home/MyExports.tsx'
import { MyRequests } from './home/MyRequests.tsx'
import { MySessions } from './home/MySessions.tsx'
import { Recent } from './home/Recent.tsx'
import { Todo } from './home/Todo.tsx'

/** /dashboard: pending work, recent operations, sessions and exports of the caller. */
export default function Home() {
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
        <Alert key={id} color="yellow" p="xs">
          {logContent} <Time at={at} />
        </Alert>
      ))}
      <Todo query={query} />
      {/* Shown once it is known how high the work above is: it fetches meanwhile, and nothing moves. */}
      <div className={styles.home} hidden={query.isPending}>
        {/* Its texts are the guilds', which only a leader's Home fetches. */}
        <Suspense fallback={null}>{user.unionId !== null && <GuildWeek />}</Suspense>
        <Suspense fallback={null}>{user.agentId !== null && <AgentToday />}</Suspense>
        <MyRequests />
        {/* Guild leaders and top-up agents see their own, not the platform's. */}
        {user.unionId === null && user.agentId === null && <Figures />}
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
