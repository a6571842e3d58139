import { exportCancel, exportList } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { fileUrl } from '../../../session/cookies.ts'
import { showError } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import styles from '../Home.module.css'
import { Panel } from './HomePanel.tsx'

type Export = Answer<typeof exportList>['exports'][number]

const queryKey = ['exports']
const isRunning = ({ state }: Export) => state === 'waiting' || state === 'running'

/** The caller's exports, kept for 24 hours; polled while one is being written. */
export function MyExports() {
  const { t } = useTranslation('home')
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(exportList, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(isRunning) ? 2_000 : false),
  })
  const exports = query.data?.exports ?? []
  return (
    <Panel
      title={t('exports.title')}
      query={query}
      empty={exports.length > 0 ? undefined : t('exports.empty')}
      lines={2}
    >
      <ul className={styles.rows}>
        {exports.map((row) => (
          <ExportRow key={row.exportId} row={row} />
        ))}
      </ul>
    </Panel>
  )
}

function ExportRow({ row }: { row: Export }) {
  const { t } = useTranslation(['home', 'common'])
  const client = useQueryClient()
  const { busy, send } = useSend()
  const cancel = async () => {
    await call(exportCancel, { exportId: row.exportId }).catch(showError)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <li>
      <div className={styles.what}>
        <span>
          {row.title} <span className={styles.format}>{row.format.toUpperCase()}</span>
        </span>
        <Text size="xs" c="dimmed">
          {t(row.diskFull ? 'exports.diskFull' : `exports.states.${row.state}`)}
          {' · '}
          {t('exports.rows', { count: row.rows, shown: integer(row.rows, textLanguage()) })}
          {' · '}
          <Ago at={row.createdAt} />
        </Text>
      </div>
      {isRunning(row) && (
        <Button variant="default" size="compact-xs" loading={busy} onClick={() => send(cancel)}>
          {t('common:cancel')}
        </Button>
      )}
      {row.url && (
        <Anchor href={fileUrl(row.url)} download underline="always">
          {t('exports.download')}
        </Anchor>
      )}
    </li>
  )
}
