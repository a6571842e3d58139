import { clientSave, clientUpdate } from '@greenroom/contract/clients'
import { clientUpdate as editClientSchema, clientSave as schema } from '@greenroom/contract/clients.schema'
import { clientAdded, clientChanged, endpointChanged, historyAdded } from '@greenroom/contract/sentences/bridge'
import { Alert, Anchor, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { Time } from '../../../format/Time.tsx'
import { useCurrentList } from '../../../list/currentList.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { Enabled } from '../EnabledState.tsx'
import { showApplied } from '../showApplied.ts'
import type { Client } from './bridgeClient.ts'
import { readClient } from './bridgeClient.ts'

type ClientForm = { name: string; endpoint: string; note: string }

function ClientFields<V extends ClientForm>({ form, sends = true }: { form: UseFormReturnType<V>; sends?: boolean }) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput label={t('fields.name')} required data-autofocus maxLength={50} {...form.getInputProps('name')} />
      {sends && (
        <TextInput
          label={t('columns.endpoint')}
          description={t('bridge.endpointHint')}
          dir="ltr"
          maxLength={500}
          {...form.getInputProps('endpoint')}
        />
      )}
      <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
    </>
  )
}

const toForm = ({ clientId, version, name, endpoint, note }: Client) => ({ clientId, version, name, endpoint, note })

export function EditClient({ rowId, close }: DrawerProps) {
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
          schema={editClientSchema.payload}
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
              <ClientFields form={form} sends={client.history === null} />
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

const empty: ClientForm & { historyDays?: number } = { name: '', endpoint: '', note: '' }
/** As old as it may be. */
const mostDays = 92

/** Form for a new client, which needs a checker; then the maker fetches its secret. */
export function AddClient({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <FormDrawer
      title={t('actions.bridge.add')}
      close={close}
      draft="system.bridge:new"
      call={clientSave}
      schema={schema.payload}
      initial={empty}
      codes={{ 10027: 'name' }}
      refused={refusalOf('system', list.writable || 'readOnly')}
      submit={t('param.ask')}
      onSaved={(answer, values) => {
        const { name, historyDays: days } = values
        showApplied(answer, (form) =>
          days === undefined ? clientAdded(form, values) : historyAdded(form, { name, days }),
        )
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Alert color="blue" p="xs">
            {t('bridge.addHint')}
          </Alert>
          <ClientFields form={form} sends={form.values.historyDays === undefined} />
          <Switch
            label={t('bridge.history')}
            description={t('bridge.historyHint')}
            checked={form.values.historyDays !== undefined}
            onChange={(event) =>
              form.setValues(
                event.currentTarget.checked
                  ? { historyDays: mostDays, endpoint: '' }
                  : { historyDays: undefined as never },
              )
            }
          />
          {form.values.historyDays !== undefined && (
            <NumberInput
              label={t('bridge.historyDays')}
              min={31}
              max={mostDays}
              allowDecimal={false}
              {...form.getInputProps('historyDays')}
            />
          )}
        </>
      )}
    </FormDrawer>
  )
}
