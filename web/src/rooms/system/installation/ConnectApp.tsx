// Connecting the app: its client and secret, ready lines, the first events as they come, and a test command.
import { clientSave, clientSecretReveal, clientTest } from '@greenroom/contract/clients'
import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ReadyLines } from './ReadyLines.tsx'
import classes from './setup.module.css'
import type { Client, StepProps } from './useSetup.ts'

const mostName = 50

const Fault = ({ children }: { children: string }) =>
  children !== '' && (
    <Text c="red" role="alert">
      {children}
    </Text>
  )

export function ConnectApp({ state }: StepProps) {
  const { t } = useTranslation('installation')
  const [secret, setSecret] = useState('')
  const client = state.clients.at(-1)
  const url = state.url || window.location.origin
  if (!client) return <MakeClient />
  return (
    <div className={classes['client']}>
      <Facts
        of={[
          [t('app.client'), client.name],
          [t('app.endpoint'), client.endpoint && <Code key="to">{client.endpoint}</Code>],
        ]}
      />
      <Secret client={client} secret={secret} setSecret={setSecret} />
      <ReadyLines url={url} secret={secret} />
      <Events client={client} />
      <TestCommand client={client} allowPrivate={state.allowPrivate} />
    </div>
  )
}

function MakeClient() {
  const { t } = useTranslation('installation')
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [endpoint, setEndpoint] = useState('')
  const [waits, setWaits] = useState(false)
  const { busy, fault, attempt } = useAttempt()
  const make = () =>
    attempt(async () => {
      const { applied } = await call(clientSave, { name, endpoint })
      setWaits(!applied)
      await refresh()
    })
  if (waits)
    return (
      <Alert color="yellow" role="status">
        {t('app.waits')}{' '}
        <Anchor component={Link} to="/requests" underline="always" inherit>
          {t('app.request')}
        </Anchor>
      </Alert>
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('app.name')}
          description={t('app.nameHint', { most: mostName })}
          required
          maxLength={mostName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('app.endpoint')}
          description={t('app.endpointHint')}
          dir="ltr"
          maxLength={500}
          value={endpoint}
          onChange={(event) => setEndpoint(event.currentTarget.value)}
        />
        <Fault>{fault}</Fault>
        <Group>
          <Button type="submit" loading={busy}>
            {t('app.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type SecretProps = { client: Client; secret: string; setSecret: (secret: string) => void }

/** Fetched once, and kept on this page only while it is open. */
function Secret({ client, secret, setSecret }: SecretProps) {
  const { t } = useTranslation(['installation', 'common'])
  const { busy, fault, attempt } = useAttempt()
  if (secret !== '')
    return (
      <Alert color="yellow">
        <Stack gap="xs">
          {t('installation:app.secretOnce')}
          <Group gap="xs">
            <span data-secret className={classes['lamp']}>
              <Code>{secret}</Code>
            </span>
            <CopyButton text={secret} label={t('common:copy')} />
          </Group>
        </Stack>
      </Alert>
    )
  if (client.secretForYou === null)
    return (
      <Text size="sm" c="dimmed">
        {t('installation:app.secretFetched')}
      </Text>
    )
  const { secretForYou: secretId } = client
  return (
    <>
      <Button
        loading={busy}
        onClick={() => void attempt(async () => setSecret((await call(clientSecretReveal, { secretId })).secret))}
      >
        {t('installation:app.fetch')}
      </Button>
      <Fault>{fault}</Fault>
    </>
  )
}

function Events({ client: { accepted, refused, clientId } }: { client: Client }) {
  const { t } = useTranslation('installation')
  return (
    <section className={classes['lamps']} aria-label={t('app.events')} role="status">
      <Title order={3} size="sm">
        {t('app.events')}
      </Title>
      <div className={classes['lamp']}>
        {accepted ? (
          <>
            <StatusBadge tone="good">{t('app.accepted')}</StatusBadge> <Code>{accepted.type}</Code>{' '}
            <Time at={accepted.at} />
          </>
        ) : (
          <StatusBadge tone="waiting">{t('app.waiting')}</StatusBadge>
        )}
      </div>
      {refused && (
        <div className={classes['lamp']}>
          <StatusBadge tone="bad">{t('app.refused')}</StatusBadge> <Code>{refused.type}</Code>{' '}
          <Code>{String(refused.errorCode)}</Code> <bdi dir="ltr">{refused.why}</bdi> <Time at={refused.at} />
          <pre dir="ltr" className={classes['received']} tabIndex={0}>
            {refused.line}
          </pre>
          <Anchor component={Link} to={`/sys/bridge?tab=rejections&clientId=${clientId}`} size="sm" underline="always">
            {t('app.allRefused')}
          </Anchor>
        </div>
      )}
    </section>
  )
}

const tones = { waiting: 'waiting', delivered: 'good', dead: 'bad', superseded: 'neutral' } as const
const allow = 'BRIDGE_ALLOW_PRIVATE=on'

function TestCommand({ client, allowPrivate }: { client: Client; allowPrivate: boolean }) {
  const { t } = useTranslation('installation')
  const refresh = useRefresh()
  const { busy, fault, attempt } = useAttempt()
  const { test, clientId, endpoint } = client
  if (endpoint === '')
    return (
      <Text>
        {t('app.noEndpoint')}{' '}
        <Anchor component={Link} to={`/sys/bridge?drawer=edit:${clientId}`} underline="always" inherit>
          {t('app.setEndpoint')}
        </Anchor>
      </Text>
    )
  const send = () =>
    attempt(async () => {
      await call(clientTest, { clientId })
      await refresh()
    })
  return (
    <section className={classes['lamps']} aria-label={t('app.command')}>
      <Title order={3} size="sm">
        {t('app.command')}
      </Title>
      <Group>
        <Button variant="default" loading={busy} onClick={() => void send()}>
          {t('app.test')}
        </Button>
      </Group>
      <Fault>{fault}</Fault>
      {test && (
        <div className={classes['lamp']} role="status">
          <StatusBadge tone={tones[test.state]}>{t(`app.delivery.${test.state}`)}</StatusBadge>{' '}
          <Time at={test.deliveredAt ?? test.at} />
          {test.lastStatus !== null && <> · {t('app.answered', { status: String(test.lastStatus) })}</>}
          {test.lastError !== '' && (
            <>
              {' '}
              · <bdi dir="ltr">{test.lastError}</bdi>
            </>
          )}
          {test.state !== 'delivered' && test.lastError.includes('not public') && !allowPrivate && (
            <Text size="sm">{t('app.private', { setting: allow })}</Text>
          )}
        </div>
      )}
    </section>
  )
}
