// /sys/provider: the company's identity provider, how it is, and which of its groups give which roles.
import { providerInfo } from '@greenroom/contract/provider'
import { Anchor } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { defineCommand } from '../../../actions/action.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ProviderState } from './ProviderState.tsx'
import { type Mapping, mappingActions, mappingsOf, useProvider } from './providerMappings.ts'

const filters = filtersOf({})

const columns: Column<Mapping>[] = [
  { id: 'group', cell: ({ group }) => <Code>{group}</Code>, pinned: true, width: 300 },
  { id: 'roleName', cell: ({ roleName }) => roleName, width: 220 },
  { id: 'mapping', cell: (mapping) => <State of={mapping} />, width: 150 },
  {
    id: 'givenTo',
    cell: ({ accounts }) => <Amount value={accounts} unit="number" />,
    align: 'end',
    width: 150,
  },
  { id: 'madeBy', cell: ({ by }) => by, width: 150 },
  { id: 'madeAt', cell: ({ at }) => <Time at={at} />, width: 165 },
]

const set = defineCommand({ id: 'system.provider.set', icon: IconSettings, writes: true, drawer: 'settings' })
const commands = [addCommand('system.provider'), set]
const drawers = {
  add: loadable(() => import('./providerForms.tsx'), 'AddMapping'),
  settings: loadable(() => import('./providerForms.tsx'), 'SetProvider'),
}

export default function Provider() {
  const query = useProvider()
  const list = useCompleteList({
    call: providerInfo,
    query,
    filters,
    rows: mappingsOf,
    rowId: ({ id }) => id,
    name: ({ group, roleName }) => `${group} → ${roleName}`,
  })
  return (
    <>
      {query.data && <ProviderState of={query.data} writable={list.writable} />}
      <ListPage list={list} commands={commands} drawers={drawers}>
        <ListFilters />
        <ListTable columns={columns} actions={mappingActions} />
      </ListPage>
    </>
  )
}

function State({ of }: { of: Mapping }) {
  const { t } = useTranslation('system')
  if (of.approvalId === null) return <StatusBadge tone="good">{t('provider.inForce')}</StatusBadge>
  return (
    <Anchor inherit component={Link} to={`/sys/approval?drawer=show:${of.approvalId}`}>
      {t('options.approval.pending')}
    </Anchor>
  )
}
