import { clientList } from '@greenroom/contract/clients'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addCommand } from '../../../actions/usualActions.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Enabled } from '../EnabledState.tsx'
import { hrefOf, Tabs } from './BridgeTabs.tsx'
import type { Client } from './bridgeClient.ts'
import { clientActions } from './clientActions.ts'

const filters = filtersOf({})

const columns: Column<Client>[] = [
  { id: 'name', cell: (client) => client.name, pinned: true, sort: 'name', width: 170 },
  { id: 'enabled', cell: (client) => <Enabled is={client.enabled} />, width: 110 },
  { id: 'endpoint', cell: (client) => <Endpoint of={client} />, width: 270 },
  { id: 'secrets', cell: (client) => <Hints of={client} />, width: 120 },
  { id: 'waiting', cell: (client) => <Deliveries of={client} state="waiting" />, align: 'end', width: 80 },
  { id: 'dead', cell: (client) => <Deliveries of={client} state="dead" />, align: 'end', width: 110 },
  { id: 'lastEventAt', cell: (client) => <Time at={client.lastEventAt} />, width: 165 },
  { id: 'note', cell: (client) => client.note, width: 200 },
  { id: 'updatedBy', cell: (client) => client.updatedBy, width: 130, hidden: true },
  { id: 'updatedAt', cell: (client) => <Time at={client.updatedAt} />, width: 160, hidden: true },
]

const commands = [addCommand('system.bridge')]
const drawers = {
  add: loadable(() => import('./clientForms.tsx'), 'AddClient'),
  edit: loadable(() => import('./clientForms.tsx'), 'EditClient'),
  secrets: loadable(() => import('./ClientSecrets.tsx'), 'Secrets'),
}

export default function ClientList() {
  const list = useList({
    call: clientList,
    filters,
    sort: 'name',
    rowId: (client) => client.clientId,
    name: (client) => client.name,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={clientActions} rowDrawer="edit" />
    </ListPage>
  )
}

function Endpoint({ of: { endpoint, history } }: { of: Client }) {
  const { t } = useTranslation('system')
  if (history)
    return history.closedAt === null ? t('bridge.historyOf', { count: history.days }) : t('bridge.historyEnded')
  return endpoint === '' ? t('bridge.noEndpoint') : <Code>{endpoint}</Code>
}

function Hints({ of }: { of: Client }) {
  const { t } = useTranslation('system')
  if (of.secrets.length === 0) return t('bridge.noSecret')
  return <Code>{of.secrets.map((secret) => `${secret.hint}…`).join(', ')}</Code>
}

/** A count with a link to its list. */
function Deliveries({ of, state }: { of: Client; state: 'waiting' | 'dead' }) {
  const count = of[state]
  const amount = <Amount value={count} unit="number" />
  return count === 0 ? (
    amount
  ) : (
    <Anchor inherit component={Link} to={hrefOf('deliveries', { clientId: String(of.clientId), state })}>
      {amount}
    </Anchor>
  )
}
