import { exportCancel, exportList } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import * as system from '@greenroom/contract/system'
import * as systemRecords from '@greenroom/contract/systemRecords'
import * as systemStaff from '@greenroom/contract/systemStaff'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { fileUrl } from '../../../session/cookies.ts'
import { showError } from '../../../session/messages.ts'
import { type MenuEntry, useSession } from '../../../session/session.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import styles from '../Home.module.css'
import { Panel } from './HomePanel.tsx'

const menus = new Map(
  [system, systemRecords, systemStaff]
    .flatMap((calls) => Object.values(calls))
    .flatMap((call) => ('menu' in call && call.menu ? [[call.name, call.menu] as const] : [])),
)

/** The menu that a list's call belongs to, by the call's name in the contract. */
const menuOfCall = (name: string): string | undefined => menus.get(name)

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
  const name = useListName(row.call)
  return (
    <li>
      <div className={styles.what}>
        <span>
          {name} <span className={styles.format}>{row.format.toUpperCase()}</span>
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

/** The exported list by its screen's name in the menu. */
function useListName(callName: string): string {
  const { menus } = useSession()
  const menu = menuOfCall(callName)
  const find = (entries: readonly MenuEntry[]): MenuEntry | undefined => {
    for (const entry of entries) {
      const found = entry.key === menu ? entry : find(entry.sysMenus)
      if (found) return found
    }
    return undefined
  }
  const names = menu && find(menus)?.names
  return names ? names[textLanguage()] : callName
}
