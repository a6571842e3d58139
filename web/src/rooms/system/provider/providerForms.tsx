import { providerInfo, providerMap, providerSave } from '@greenroom/contract/provider'
import { providerMap as mapSchema, providerSave as saveSchema } from '@greenroom/contract/provider.schema'
import { groupMapped, providerChanged } from '@greenroom/contract/sentences/provider'
import { Alert, PasswordInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { showApplied } from '../showApplied.ts'
import { useCountingRoles, useRoleOptions } from '../user/roleOptions.ts'

/** Settings of the provider, which always wait for a second member of staff. */
export function SetProvider({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <RecordDrawer
      rowId="provider"
      close={close}
      title={t('actions.provider.set')}
      read={(signal) => call(providerInfo, {}, { signal })}
    >
      {({ provider }) => (
        <FormDrawer
          title={t('actions.provider.set')}
          close={close}
          draft="system.provider:settings"
          call={providerSave}
          schema={saveSchema.payload}
          initial={{
            issuer: provider?.issuer ?? '',
            name: provider?.name ?? '',
            clientId: provider?.clientId ?? '',
            clientSecret: '',
            scopes: provider?.scopes ?? '',
            groupsClaim: provider?.groupsClaim ?? '',
          }}
          secret={['clientSecret']}
          refused={
            provider?.setBy === 'environment'
              ? t('provider.environment')
              : refusalOf('system', list.writable || 'readOnly')
          }
          submit={t('param.ask')}
          onSaved={(_, { name }) => {
            showApplied({ applied: false }, (form) => providerChanged(form, name))
            close()
            return true
          }}
        >
          {(form) => (
            <>
              <TextInput
                label={t('fields.issuer')}
                description={t('provider.issuerHint')}
                required
                data-autofocus
                dir="ltr"
                maxLength={500}
                {...form.getInputProps('issuer')}
              />
              {provider && form.values.issuer !== provider.issuer && (
                <Alert color="yellow" p="xs">
                  {t('provider.otherIssuer')}
                </Alert>
              )}
              <TextInput
                label={t('fields.name')}
                description={t('provider.nameHint')}
                required
                maxLength={40}
                {...form.getInputProps('name')}
              />
              <TextInput
                label={t('fields.clientId')}
                required
                dir="ltr"
                maxLength={300}
                {...form.getInputProps('clientId')}
              />
              <PasswordInput
                label={t('fields.clientSecret')}
                description={provider?.hasSecret ? t('provider.keepSecret') : undefined}
                autoComplete="off"
                maxLength={1_000}
                {...form.getInputProps('clientSecret')}
              />
              <TextInput
                label={t('fields.scopes')}
                description={t('provider.scopesHint')}
                dir="ltr"
                maxLength={300}
                {...form.getInputProps('scopes')}
              />
              <TextInput
                label={t('fields.groupsClaim')}
                description={t('provider.claimHint')}
                dir="ltr"
                maxLength={100}
                {...form.getInputProps('groupsClaim')}
              />
            </>
          )}
        </FormDrawer>
      )}
    </RecordDrawer>
  )
}

/** A group gives a role: at once, or with a right that counts once a second member of staff approves. */
export function AddMapping({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  const roles = useRoleOptions()
  const counts = useCountingRoles()
  const nameOf = (roleId: string) => roles.find(({ value }) => value === roleId)?.label ?? ''
  return (
    <FormDrawer
      title={t('actions.provider.add')}
      close={close}
      draft="system.provider:new"
      call={providerMap}
      schema={mapSchema.payload}
      initial={{ group: '', roleId: '' }}
      codes={{ 10027: 'group' }}
      refused={refusalOf('system', list.writable || 'readOnly')}
      submit={({ roleId }) => (counts([roleId]) ? t('param.ask') : t('actions.provider.add'))}
      onSaved={({ mappingId }, { group, roleId }) => {
        showApplied({ applied: mappingId !== undefined }, (form) => groupMapped(form, { group, role: nameOf(roleId) }))
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('columns.group')}
            description={t('provider.groupHint')}
            required
            data-autofocus
            dir="ltr"
            maxLength={300}
            {...form.getInputProps('group')}
          />
          <Select label={t('fields.roleId')} required searchable data={[...roles]} {...form.getInputProps('roleId')} />
          {counts([form.values.roleId]) && (
            <Alert color="blue" p="xs">
              {t('provider.counts')}
            </Alert>
          )}
        </>
      )}
    </FormDrawer>
  )
}
