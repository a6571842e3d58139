// Above the groups: whether a provider is set up, what it must be told, and whether it works.
import { providerRemove, providerTest } from '@greenroom/contract/provider'
import { providerChanged } from '@greenroom/contract/sentences/provider'
import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ReasonForm } from '../../../actions/form/ReasonForm.tsx'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { ProviderInfo } from './providerMappings.ts'

type Props = { of: ProviderInfo; writable: boolean }

export function ProviderState({ of, writable }: Props) {
  const { t } = useTranslation('system')
  const { provider, addresses, pendingId } = of
  return (
    <Stack gap="xs" mb="sm" component="section" aria-label={t('provider.about')}>
      {provider && !addresses && (
        <Alert color="yellow" p="xs">
          {t('provider.noAddress')}
        </Alert>
      )}
      {pendingId !== null && (
        <Alert color="yellow" p="xs">
          {t('provider.waits')}{' '}
          <Anchor component={Link} to={`/sys/approval?drawer=show:${pendingId}`} size="sm" underline="always">
            {t('param.toApproval')}
          </Anchor>
        </Alert>
      )}
      {!provider && (
        <Alert color={addresses ? 'blue' : 'yellow'} p="xs" title={t('provider.none')}>
          {addresses ? t('provider.noneLead') : t('provider.noAddress')}
        </Alert>
      )}
      {addresses && (
        <Facts
          of={[
            [t('provider.redirect'), <Address key="redirect" of={addresses.redirect} />],
            [t('provider.logout'), <Address key="logout" of={addresses.logout} />],
          ]}
        />
      )}
      {provider && <Known of={of} provider={provider} writable={writable} />}
    </Stack>
  )
}

function Address({ of }: { of: string }) {
  const { t } = useTranslation('system')
  return (
    <Group gap={4} wrap="nowrap">
      <bdi dir="ltr">{of}</bdi>
      <CopyButton text={of} label={t('provider.copy')} />
    </Group>
  )
}

function Known({ of, provider, writable }: Props & { provider: NonNullable<ProviderInfo['provider']> }) {
  const { t } = useTranslation('system')
  const refresh = useRefresh()
  const { busy, send } = useSend()
  const [removing, setRemoving] = useState(false)
  const test = () =>
    send(async () => {
      try {
        await call(providerTest, {})
        await refresh()
      } catch (error) {
        showError(error)
      }
    })
  const { check, lastLogin } = of
  return (
    <>
      <Facts
        of={[
          [t('provider.state'), <State key="state" of={check} />],
          [t('provider.looked'), check && <Time key="at" at={check.at} />],
          [
            t('provider.lastLogin'),
            lastLogin && (
              <span key="last">
                {lastLogin.username} · <Time at={lastLogin.at} />
              </span>
            ),
          ],
          [t('provider.accounts'), <Amount key="accounts" value={of.accounts} unit="number" />],
          [t('fields.name'), provider.name],
          [t('fields.issuer'), <Code key="issuer">{provider.issuer}</Code>],
          [t('fields.clientId'), <Code key="client">{provider.clientId}</Code>],
          [t('fields.clientSecret'), provider.hasSecret ? t('provider.hasSecret') : t('provider.noSecret')],
          [t('fields.scopes'), <Code key="scopes">{provider.scopes}</Code>],
          [t('fields.groupsClaim'), <Code key="claim">{provider.groupsClaim}</Code>],
        ]}
      />
      <Text size="sm" c="dimmed">
        {provider.setBy === 'environment'
          ? t('provider.environment')
          : t('provider.setBy', { name: provider.updatedBy })}
      </Text>
      {writable && (
        <Group gap="xs">
          <Button variant="default" size="xs" loading={busy} onClick={test}>
            {t('provider.test')}
          </Button>
          {provider.setBy === 'system' && (
            <Button variant="default" size="xs" onClick={() => setRemoving(true)}>
              {t('provider.remove')}
            </Button>
          )}
        </Group>
      )}
      {removing && <Remove name={provider.name} close={() => setRemoving(false)} />}
    </>
  )
}

function State({ of }: { of: ProviderInfo['check'] }) {
  const { t } = useTranslation('system')
  if (of === null) return <StatusBadge tone="neutral">{t('provider.untested')}</StatusBadge>
  if (of.problem === null) return <StatusBadge tone="good">{t('provider.well')}</StatusBadge>
  return <StatusBadge tone="bad">{t(`provider.problems.${of.problem}`)}</StatusBadge>
}

function Remove({ name, close }: { name: string; close: () => void }) {
  const { t } = useTranslation(['system', 'list', 'common'])
  const refresh = useRefresh()
  const remove = async (reason: string) => {
    await call(providerRemove, { reason })
    void refresh()
    showSuccess(providerChanged('removed', name)[textLanguage()])
    close()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('system:provider.remove')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ReasonForm hint={t('list:form.reasonHint')} submit={t('system:provider.remove')} run={remove} cancel={close}>
        <Text>{t('system:provider.removeQuestion')}</Text>
      </ReasonForm>
    </Modal>
  )
}
