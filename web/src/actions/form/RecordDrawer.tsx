import { IconGhost2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../api/call.ts'
import { useCurrentList } from '../../list/currentList.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { DrawerSkeleton, SideDrawer } from './SideDrawer.tsx'

type Found<Row> = { state: 'found'; record: Row } | { state: 'waiting' | 'gone' } | { state: 'failed'; error: unknown }

/**
 * The record of a drawer, as it was when the drawer opened: edits are based on that version, whatever the list shows in the meantime. A row
 * of the page is used directly; a record that is not on the page is read, as is any whose rows lack fields (`alwaysRead`).
 */
function useRecord<Row>(
  rowId: string,
  read: (signal: AbortSignal) => Promise<Row | undefined>,
  alwaysRead: boolean,
): Found<Row> {
  const list = useCurrentList<Row>()
  const [row] = useState(() => (alwaysRead ? undefined : list.rows.find((one) => String(list.rowId(one)) === rowId)))
  const query = useQuery({
    queryKey: [list.menu, 'record', rowId],
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
    enabled: row === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (row !== undefined) return { state: 'found', record: row }
  if (query.isError) return isRefused(query.error, 10032) ? { state: 'gone' } : { state: 'failed', error: query.error }
  if (query.data === undefined) return { state: 'waiting' }
  return query.data === null ? { state: 'gone' } : { state: 'found', record: query.data }
}

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
