import { IconGhost2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { DrawerSkeleton, SideDrawer } from './SideDrawer.tsx'
import { useRecord } from './useRecord.ts'

export type RecordDrawerProps<Row> = {
  rowId: string
  close: () => void
  title: string
  /** The list's rows lack some fields: the record is always read. */
  alwaysRead?: true
  read: (signal: AbortSignal) => Promise<Row | undefined>
  children: (record: Row) => ReactNode
}

/** Loads the record of a drawer, and shows loading and errors; the children render the drawer. */
export function RecordDrawer<Row>({ rowId, close, title, alwaysRead, read, children }: RecordDrawerProps<Row>) {
  const found = useRecord(rowId, read, alwaysRead ?? false)
  const { t } = useTranslation('list')
  if (found.state === 'found') return children(found.record)
  return (
    <SideDrawer title={title} close={close}>
      {found.state === 'waiting' && <DrawerSkeleton />}
      {found.state === 'gone' && <Nothing icon={IconGhost2} title={t('states.gone')} text={t('states.goneHint')} />}
      {found.state === 'failed' && <Failure error={found.error} />}
    </SideDrawer>
  )
}
