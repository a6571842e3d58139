import { home } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { approvalMine } from '@greenroom/contract/system'
import { Alert, Text, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { Time } from '../../format/Time.tsx'
import { textLanguage } from '../../i18n/index.ts'
import { useSession } from '../../session/session.ts'
import { loadable } from '../../ui/loadable.tsx'
import { ShortTable } from '../../ui/ShortTable.tsx'
import styles from './Home.module.css'
import { AgentToday } from './home/AgentToday.tsx'
import { GuildWeek } from './home/GuildWeek.tsx'
import { Figures } from './home/HomeFigures.tsx'
import { Panel } from './home/HomePanel.tsx'
import { MyExports } from './home/MyExports.tsx'
import { MySessions } from './home/MySessions.tsx'
import { SetupCard, SoleDecider, useSetupState } from './home/SetupCard.tsx'
import { Todo } from './home/Todo.tsx'

// A leader's alone.
const GuildEvening = loadable(() => import('./home/GuildEvening.tsx'), 'GuildEvening')
const InviteLink = loadable(() => import('./home/InviteLink.tsx'), 'InviteLink')

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

/** The number of the caller's pending requests; hidden if there are none. */
function MyRequests() {
  const { t } = useTranslation('home')
  const { data } = useQuery({
    queryKey: ['home', 'requests'],
    queryFn: ({ signal }) => call(approvalMine, { state: 'pending', size: 1 }, { signal }),
  })
  if (!data || data.total === 0) return null
  return (
    <nav aria-label={t('home.requests')} className={styles.todo}>
      <Link to="/requests?approval=pending" className={styles.count}>
        <span className={styles.name}>{t('home.requests')}</span>
        <span className={styles.figure}>{integer(data.total, textLanguage())}</span>
      </Link>
    </nav>
  )
}

/** /dashboard: pending work, recent operations, sessions and exports of the caller. */
export default function Home() {
  const { t } = useTranslation('home')
  const { user, may } = useSession()
  const query = useQuery({ queryKey: ['home'], queryFn: ({ signal }) => call(home, {}, { signal }) })
  const setup = useSetupState()
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
      <div className={styles.home} hidden={query.isPending || setup.isLoading}>
        <SoleDecider state={setup.data} />
        <SetupCard state={setup.data} />
        {/* Its texts are the guilds', which only a leader's Home fetches. */}
        <Suspense fallback={null}>{user.unionId !== null && <GuildEvening />}</Suspense>
        <Suspense fallback={null}>{user.unionId !== null && <GuildWeek />}</Suspense>
        <Suspense fallback={null}>
          {user.unionId !== null && may('guilds.memberList', 'read') && <InviteLink />}
        </Suspense>
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
