// The table without rows: empty, no match, forbidden, or failed.
import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { useCurrentList } from '../list.ts'
import classes from './table.module.css'

export function ListStates({ empty }: { empty: ReactNode }) {
  const { state, error, menu, refresh, busy } = useCurrentList()
  const failed = state === 'failed' && <Failure error={error} menu={menu} again={refresh} busy={busy} />
  return <div className={classes['states']}>{failed || <NoRows empty={empty} />}</div>
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
