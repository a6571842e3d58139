import { clientSecretEnd, clientSecretReveal } from '@greenroom/contract/clients'
import { integer } from '@greenroom/contract/fields'
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { IconKeyOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ReasonForm } from '../../../actions/form/ReasonForm.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import classes from './bridge.module.css'
import type { Client } from './bridgeClient.ts'
import { readClient } from './bridgeClient.ts'

export const rotateForm: ActionForm<{ keepHours: number }> = {
  schema: z.object({ keepHours: integer(0, 168) }),
  initial: { keepHours: 24 },
  Fields: function RotateFields({ form }) {
    const { t } = useTranslation('system')
    return (
      <NumberInput
        label={t('bridge.keepHours')}
        description={t('bridge.keepHoursHint')}
        data-autofocus
        min={0}
        max={168}
        allowDecimal={false}
        {...form.getInputProps('keepHours')}
      />
    )
  },
}

/** A client's valid secrets, and ending one at once. */
export function Secrets({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const title = t('actions.bridge.secrets')
  return (
    <RecordDrawer<Client>
      rowId={rowId}
      close={close}
      title={title}
      read={(signal) => readClient(Number(rowId), signal)}
    >
      {(client) => (
        <SideDrawer title={label('list:of', { action: title, name: client.name })} close={close}>
          <Stack gap="sm">
            <Text c="dimmed">{t('bridge.secretsHint')}</Text>
            {client.secrets.length === 0 && <Nothing icon={IconKeyOff} title={t('bridge.noSecret')} />}
            {client.secrets.map((secret) => (
              <Secret key={secret.secretId} secret={secret} writable={client.can.rotate === true} close={close} />
            ))}
          </Stack>
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

type Props = { secret: Client['secrets'][number]; writable: boolean; close: () => void }

function Secret({ secret, writable, close }: Props) {
  const { t } = useTranslation('system')
  const [ending, setEnding] = useState(false)
  return (
    <Stack className={classes['secret']} align="stretch" gap="xs">
      <Group justify="space-between">
        <Code>{`${secret.hint}…`}</Code>
        {secret.expiresAt === null ? <Tag tone="good">{t('bridge.current')}</Tag> : <Tag>{t('bridge.former')}</Tag>}
      </Group>
      <Facts
        of={[
          [t('columns.createdBy'), secret.createdBy],
          [t('columns.createdAt'), <Time key="made" at={secret.createdAt} />],
          [
            t('columns.expiresAt'),
            secret.expiresAt === null ? t('bridge.noEnd') : <Time key="ends" at={secret.expiresAt} />,
          ],
        ]}
      />
      {secret.forYou && writable && !ending && <Reveal secretId={secret.secretId} close={close} />}
      {writable && !ending && (
        <Group justify="flex-end">
          <Button variant="default" size="compact-sm" onClick={() => setEnding(true)}>
            {t('bridge.end')}
          </Button>
        </Group>
      )}
      {ending && <End secretId={secret.secretId} cancel={() => setEnding(false)} close={close} />}
    </Stack>
  )
}

/** Fetches a new secret. It isn't shown again, so the list is only refreshed when the drawer closes. */
function Reveal({ secretId, close }: { secretId: number; close: () => void }) {
  const { t } = useTranslation('system')
  const refresh = useRefresh()
  const [secret, setSecret] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const fetchIt = () =>
    attempt(async () => {
      setSecret((await call(clientSecretReveal, { secretId })).secret)
    })
  if (secret !== '')
    return (
      <ShownOnce
        warning={t('bridge.secretOnce')}
        name={t('bridge.secret')}
        secret={secret}
        kept={t('bridge.secretKept')}
        close={() => {
          void refresh()
          close()
        }}
      />
    )
  return (
    <Alert color="blue" p="xs">
      <Stack gap="xs">
        {t('bridge.toFetch')}
        {fault !== '' && (
          <Text c="red" role="alert">
            {fault}
          </Text>
        )}
        <Group justify="flex-end">
          <Button size="compact-sm" loading={busy} onClick={() => void fetchIt()}>
            {t('bridge.fetch')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function End({ secretId, cancel, close }: { secretId: number; cancel: () => void; close: () => void }) {
  const { t } = useTranslation('system')
  const refresh = useRefresh()
  const end = async (reason: string) => {
    await call(clientSecretEnd, { secretId, reason })
    void refresh()
    showSuccess(t('bridge.ended'))
    close()
  }
  return <ReasonForm hint={t('bridge.endHint')} submit={t('bridge.end')} run={end} cancel={cancel} />
}
