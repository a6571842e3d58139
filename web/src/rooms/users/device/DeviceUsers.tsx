// All users seen on one device.
import type { RecordOf } from '@greenroom/contract/call'
import { deviceUserList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { State } from '../UserState.tsx'

type Seen = RecordOf<typeof deviceUserList>

const columns: PanelColumn<Seen>[] = [
  { id: 'user', cell: (one) => <PersonLink person={one} /> },
  { id: 'state', cell: (one) => <State state={one.state} /> },
  { id: 'ip', cell: (one) => <Code>{one.ip}</Code> },
  { id: 'lastSeenAt', cell: (one) => <Time at={one.lastSeenAt} brief /> },
  { id: 'firstSeenAt', cell: (one) => <Time at={one.firstSeenAt} brief /> },
]

export default function DeviceUsers({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('users')
  return (
    <SideDrawer title={<Code>{rowId}</Code>} close={close} width="wide">
      <Panel
        call={deviceUserList}
        owner={{ deviceId: rowId }}
        room="users"
        title={t('device.usersOf', { device: rowId })}
        columns={columns}
        rowKey={(one) => String(one.userId)}
        empty={t('device.nobody')}
      />
    </SideDrawer>
  )
}
