// The table without rows: empty, no match, forbidden, or failed.
import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../api/call.ts'
import { explain } from '../../session/messages.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { useCurrentList } from '../list.ts'
import classes from './table.module.css'

export function ListStates({ empty }: { empty: ReactNode }) {
  const list = useCurrentList()
  return <div className={classes['states']}>{list.state === 'failed' ? <Failed /> : <NoRows empty={empty} />}</div>
}

function Failed() {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  if (isRefused(list.error, 10026)) {
    return (
      <Nothing icon={IconLock} title={t('states.forbidden')} text={t('states.forbiddenWhy', { menu: list.menu })} />
    )
  }
  return (
    <Nothing
      icon={IconPlugConnectedX}
      alarm
      title={t('states.failed')}
      text={explain(list.error)?.text ?? ''}
      action={
        <Button onClick={list.refresh} loading={list.busy} variant="default">
          {t('states.retry')}
        </Button>
      }
    />
  )
}

function NoRows({ empty }: { empty: ReactNode }) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  if (list.page > 1) {
    return (
      <Nothing
        icon={IconInbox}
        title={t('states.pastEnd')}
        action={
          <Button variant="default" onClick={() => list.setPage(1)}>
            {t('pages.first')}
          </Button>
        }
      />
    )
  }
  if (list.active > 0) {
    return (
      <Nothing
        icon={IconFilterOff}
        title={t('states.noMatch')}
        text={t('states.noMatchHint')}
        action={
          <Button variant="default" onClick={list.clear}>
            {t('filters.clear')}
          </Button>
        }
      />
    )
  }
  return empty ?? <Nothing icon={IconInbox} title={t('states.empty')} text={t('states.emptyHint')} />
}
