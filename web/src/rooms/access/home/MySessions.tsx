import { sessionEnd, sessionList } from '@greenroom/contract/access'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { lead } from '../../../ui/labels.ts'
import styles from '../Home.module.css'
import { deviceOf } from './device.ts'
import { Panel } from './HomePanel.tsx'

export const sessionsKey = ['sessions']
const queryKey = sessionsKey
const few = 4

/** The caller's sessions; all but the current one can be ended here. `others` stands below them where there are several. */
export function MySessions({ others }: { others?: ReactNode }) {
  const { t } = useTranslation('home')
  const client = useQueryClient()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(sessionList, {}, { signal }) })
  const [ending, setEnding] = useState<string>()
  const { busy, send } = useSend()
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    try {
      await call(sessionEnd, { sessionId })
      showSuccess(t('sessions.ended'))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey })
  }
  const [all, setAll] = useState(false)
  const sessions = query.data?.sessions ?? []
  const shown = all ? sessions : sessions.slice(0, few)

  return (
    <Panel
      title={t('sessions.title')}
      query={query}
      empty={sessions.length > 0 ? undefined : t('sessions.empty')}
      lines={2}
    >
      <ul className={styles.rows}>
        {shown.map(({ sessionId, ip, userAgent, createdAt, lastUsedAt, current }) => (
          <li key={sessionId}>
            <div className={styles.what}>
              <span title={userAgent}>{deviceOf(userAgent) ?? t('sessions.unknown')}</span>
              <Text size="xs" c="dimmed">
                <bdi dir="ltr">{ip}</bdi>
                {' · '}
                {lead(t('sessions.used'))}
                <Ago at={lastUsedAt} />
                {' · '}
                {lead(t('sessions.since'))}
                <Time at={createdAt} brief />
              </Text>
            </div>
            {current ? (
              <Badge>{t('sessions.this')}</Badge>
            ) : (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('sessions.endOf', { device: deviceOf(userAgent) ?? t('sessions.unknown') })}
                loading={busy && ending === sessionId}
                onClick={() => send(() => end(sessionId))}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="subtle" fullWidth radius={0} onClick={() => setAll(true)}>
          {t('sessions.all', { count: sessions.length })}
        </Button>
      )}
      {others !== undefined && sessions.length > 1 && <div className={styles.padded}>{others}</div>}
    </Panel>
  )
}
