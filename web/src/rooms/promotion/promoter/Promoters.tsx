// All promoters; opened from the list of channels.
import type { RecordOf } from '@greenroom/contract/call'
import { promoterList } from '@greenroom/contract/channels'
import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { Amount } from '../../../format/Amount.tsx'
import { filtersOf, text } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { drawerHref } from '../parts.tsx'

type Promoter = RecordOf<typeof promoterList>

const filters = filtersOf({ q: text({ most: 60 }) })

const columns: PanelColumn<Promoter>[] = [
  {
    id: 'promoter',
    cell: (row) => (
      <Anchor component={Link} to={drawerHref('promoter', row.id)}>
        <bdi>{row.name}</bdi>
      </Anchor>
    ),
  },
  { id: 'channels', cell: (row) => <Amount value={row.channels} unit="number" />, align: 'end' },
  { id: 'payable', cell: (row) => <Amount value={row.payableCents} unit="usd" />, align: 'end' },
]

export default function Promoters({ close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const { may } = useSession()
  return (
    <SideDrawer title={t('promoter.all')} close={close} width="medium">
      <Panel
        call={promoterList}
        owner={{}}
        room="promotion"
        title={t('promoter.all')}
        columns={columns}
        rowKey={(row) => String(row.id)}
        filters={filters}
        empty={t('promoter.none')}
        extra={
          may('promotion.channel', 'write') && (
            <Button component={Link} size="compact-sm" to="?drawer=addPromoter">
              {t('actions.promoter.add')}
            </Button>
          )
        }
      />
    </SideDrawer>
  )
}
