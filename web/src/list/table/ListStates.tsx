// The table without rows: empty, no match, forbidden, or failed.
import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/Failure.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { useCurrentList } from '../currentList.ts'
import classes from './table.module.css'

/** What fills the list, which most lists never say. */
const EmptyList = loadable(() => import('./EmptyList.tsx'))

export function ListStates({ empty }: { empty: ReactNode }) {
  const { state, error, menu, refresh, busy } = useCurrentList()
  const failed = state === 'failed' && <Failure error={error} menu={menu} again={refresh} busy={busy} />
  return <div className={classes['states']}>{failed || <NoRows empty={empty} />}</div>
}

function NoRows({ empty }: { empty: ReactNode }) {
  const { page, setPage, active, clear } = useCurrentList()
  const { t } = useTranslation('list')
  const button = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  if (page > 1)
    return <Nothing icon={IconInbox} title={t('states.pastEnd')} action={button(t('pages.first'), () => setPage(1))} />
  if (active === 0)
    return (
      empty ?? (
        <Suspense fallback={null}>
          <EmptyList />
        </Suspense>
      )
    )
  const [title, text] = [t('states.noMatch'), t('states.noMatchHint')]
  return <Nothing icon={IconFilterOff} title={title} text={text} action={button(t('filters.clear'), clear)} />
}
