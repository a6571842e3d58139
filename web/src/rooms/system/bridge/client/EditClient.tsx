import { clientUpdate } from '@greenroom/contract/clients'
import { clientUpdate as schema } from '@greenroom/contract/clients.schema'
import { clientChanged, endpointChanged } from '@greenroom/contract/sentences/bridge'
import { Alert, Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../../action/Drawers.tsx'
import { FormDrawer } from '../../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../../action/form/RecordDrawer.tsx'
import { refusalOf } from '../../../../action/refusal.ts'
import { Time } from '../../../../format/Time.tsx'
import { Facts } from '../../../../ui/Facts.tsx'
import { label } from '../../../../ui/labels.ts'
import { showApplied } from '../../applied.ts'
import { Enabled } from '../../Enabled.tsx'
import type { Client } from './actions.ts'
import { ClientFields } from './ClientFields.tsx'
import { readClient } from './read.ts'

const toForm = ({ clientId, version, name, endpoint, note }: Client) => ({ clientId, version, name, endpoint, note })

export default function EditClient({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<Client>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.edit')}
      read={(signal) => readClient(Number(rowId), signal)}
    >
      {(client) => (
        <FormDrawer
          title={label('list:of', { action: t('actions.bridge.edit'), name: client.name })}
          close={close}
          draft={`system.bridge:${client.clientId}`}
          call={clientUpdate}
          schema={schema.payload}
          initial={toForm(client)}
          theirs={async () => toForm((await readClient(client.clientId)) ?? client)}
          codes={{ 10027: 'name' }}
          onSaved={(answer, { name, endpoint }) => {
            showApplied(answer, (form) =>
              endpoint === client.endpoint
                ? clientChanged(name, 'edited')
                : endpointChanged(form, { name, from: client.endpoint, to: endpoint }),
            )
            close()
            return true
          }}
          refused={refusalOf('system', client.can.update)}
        >
          {(form) => (
            <>
              <Facts
                of={[
                  [t('columns.enabled'), <Enabled key="enabled" is={client.enabled} />],
                  [t('columns.lastEventAt'), <Time key="at" at={client.lastEventAt} />],
                  [t('columns.updatedBy'), client.updatedBy],
                ]}
              />
              {client.pendingUpdateId !== null && (
                <Alert color="yellow" p="xs">
                  {t('bridge.endpointPending')}{' '}
                  <Anchor
                    component={Link}
                    to={`/sys/approval?drawer=show:${client.pendingUpdateId}`}
                    size="sm"
                    underline="always"
                  >
                    {t('param.toApproval')}
                  </Anchor>
                </Alert>
              )}
              <ClientFields form={form} />
              {form.values.endpoint !== client.endpoint && (
                <Alert color="blue" p="xs">
                  {t('bridge.endpointWaits')}
                </Alert>
              )}
            </>
          )}
        </FormDrawer>
      )}
    </RecordDrawer>
  )
}
