// States without items: loading, empty, no match, paused, failed.
import { Button, Skeleton } from '@mantine/core'
import { IconClockPause, IconFilterOff, IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../../api/call.ts'
import { clearFilters, readFilters } from '../../../list/filters.ts'
import { explain } from '../../../session/messages.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import type { Pause } from '../bench/bench.ts'
import { useLayout } from '../display/ItemGrid.tsx'
import type { TileKind } from '../display/kindLayout.ts'
import classes from './queue.module.css'
import { queueFilters } from './queueFilters.ts'
import { useWorkbench } from './workbench.ts'

/** As many tiles as will come, where they will be. */
export function Waiting({ count, kind }: { count: number; kind: TileKind }) {
  const { t } = useTranslation('common')
  const [{ columns }, setBox] = useLayout(count, kind)
  return (
    <div
      ref={setBox}
      className={classes['waiting']}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      aria-busy
      aria-label={t('loading')}
      role="status"
    >
      {Array.from({ length: count }, (_, at) => (
        // Identical placeholders.
        // oxlint-disable-next-line react/no-array-index-key -- the order never changes
        <Skeleton key={at} h="100%" radius="md" />
      ))}
    </div>
  )
}

export function Failed({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation(['audits', 'list'])
  if (isRefused(error, 10026)) {
    return <Nothing icon={IconLock} title={t('list:states.forbidden')} text={t('audits:queue.states.forbidden')} />
  }
  return (
    <Nothing
      icon={IconPlugConnectedX}
      alarm
      title={t('list:states.failed')}
      text={explain(error)?.text ?? ''}
      action={
        <Button variant="default" onClick={again}>
          {t('list:states.retry')}
        </Button>
      }
    />
  )
}

export function ReadOnly({ why }: { why: string }) {
  const { t } = useTranslation('audits')
  return <Nothing icon={IconLock} title={t('queue.states.readOnly')} text={why} />
}

export function Empty({ filtered }: { filtered: boolean }) {
  const { bench } = useWorkbench()
  const { t } = useTranslation(['audits', 'list'])
  const [address, change] = useAddress()
  const filters = Object.keys(readFilters(queueFilters, address))
  const isAppeals = filters.length === 1 && filters[0] === 'appeals'
  if (filtered)
    return (
      <Nothing
        icon={IconFilterOff}
        title={t(isAppeals ? 'audits:queue.states.noAppeals' : 'audits:queue.states.noMatch')}
        text={t(isAppeals ? 'audits:queue.states.noAppealsHint' : 'audits:queue.states.noMatchHint', {
          count: filters.length,
        })}
        action={
          <Button variant="default" onClick={() => change((now) => clearFilters(queueFilters, now))}>
            {t('list:filters.clear')}
          </Button>
        }
      />
    )
  return (
    <Nothing
      icon={IconInbox}
      title={t('audits:queue.states.empty')}
      text={t('audits:queue.states.emptyHint')}
      action={
        <Button variant="default" onClick={bench.claim}>
          {t('audits:queue.states.look')}
        </Button>
      }
    />
  )
}

export function Paused({ why }: { why: Pause }) {
  const { bench } = useWorkbench()
  const { t } = useTranslation('audits')
  return (
    <Nothing
      icon={IconClockPause}
      title={t(`queue.paused.${why}`)}
      text={t('queue.paused.hint')}
      action={
        <Button onClick={bench.claim} autoFocus>
          {t('queue.paused.claim')}
        </Button>
      }
    />
  )
}
