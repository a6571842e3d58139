// Recent traffic, polled every few seconds while visible.
import { bridgeTraffic } from '@greenroom/contract/clients'
import { Skeleton } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { chosenFrom, filterPayload, filtersOf, oneOf, readFilters } from '../../../list/filters.ts'
import { ListStates } from '../../../list/table/ListStates.tsx'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { Tabs } from './BridgeTabs.tsx'
import classes from './bridge.module.css'
import { useClientOptions } from './bridgeFilters.ts'
import { ErrorTable, TypeTable } from './TrafficTables.tsx'
import { Tiles } from './TrafficTiles.tsx'

const refreshMs = 5_000
const filters = filtersOf({ clientId: chosenFrom(useClientOptions), minutes: oneOf(['60', '180', '720', '1440']) })

export default function Traffic() {
  const [address] = useAddress()
  const payload = filterPayload(filters, readFilters(filters, address))
  const query = useQuery({
    queryKey: ['system.bridge', 'traffic', payload],
    queryFn: ({ signal }) => call(bridgeTraffic, payload, { signal }),
    refetchInterval: refreshMs,
  })
  const list = useCompleteList({
    call: bridgeTraffic,
    query,
    filters,
    rows: ({ types }) => types,
    rowId: (row) => row.type,
    name: (row) => row.type,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <div className={classes['traffic']} aria-busy={list.state === 'loading'}>
        {list.state === 'loading' && <Waiting />}
        {list.state === 'failed' && <ListStates empty={<NoAnswer />} />}
        {query.data && (
          <>
            <Tiles of={query.data} />
            <div className={classes['tables']}>
              <TypeTable rows={query.data.types} />
              <ErrorTable rows={query.data.errors} />
            </div>
          </>
        )}
      </div>
    </ListPage>
  )
}

function Waiting() {
  return (
    <div className={classes['tiles']}>
      {['in', 'lag', 'refused', 'out'].map((tile) => (
        <Skeleton key={tile} h={120} radius="md" />
      ))}
    </div>
  )
}

function NoAnswer() {
  const { t } = useTranslation('list')
  return <Nothing icon={IconPlugConnectedX} title={t('states.failed')} />
}
