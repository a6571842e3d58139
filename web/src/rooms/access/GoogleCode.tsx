import '@mantine/core/styles/Code.layer.css'
import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GoTo, PublicLink } from '../../session/address.tsx'
import { showError, showWarning } from '../../session/messages.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Card } from './Card.tsx'
import { CodeStep } from './CodeStep.tsx'
import styles from './GoogleCode.module.css'
import { deviceOf } from './home/device.ts'
import { forgetPending, logInWithCode, type Pending, readPending } from './logIn.ts'
import { makePasskey, passkeyProblem } from './security/passkeys.ts'
import { goOn, PasskeyButton, RecoveryStep } from './security/SecondStep.tsx'

/** /googleCode: the second step with what the holder has, a passkey or an authenticator; the first time it is added here. */
export default function GoogleCode() {
  const { t } = useTranslation('access')
  const [pending, setPending] = useState(readPending)
  useEffect(() => {
    document.title = t('google.page')
  }, [t])
  if (!pending) return <GoTo path="/login" />
  if (pending.bindPasskey) return <BindPasskey pending={pending} />
  if (pending.passkey)
    return (
      <Card title={t('passkey.onlyTitle')} lead={t('passkey.onlyLead')}>
        <Stack gap="sm">
          <PasskeyButton text={t('passkey.signIn')} />
          <RecoveryStep />
          <BackToLogin />
        </Stack>
      </Card>
    )
  return (
    <Card
      title={pending.bindGoogle ? t('google.bindTitle') : t('google.title')}
      lead={pending.bindGoogle ? t('google.bindLead') : t('google.lead')}
    >
      <Stack gap="sm">
        <CodeStep label={t('code.label')} submit={(macCode) => logInWithCode({ macCode })}>
          {pending.bindGoogle && <Binding pending={pending} />}
        </CodeStep>
        {pending.bindGoogle ? (
          <BindInstead changed={() => setPending(readPending())} />
        ) : (
          <>
            <PasskeyButton text={t('passkey.instead')} />
            <RecoveryStep />
          </>
        )}
      </Stack>
    </Card>
  )
}

function BackToLogin() {
  const { t } = useTranslation('access')
  return (
    <Anchor component={PublicLink} to="/login" replace onClick={forgetPending} underline="always" ta="center">
      {t('code.back')}
    </Anchor>
  )
}

/** A passkey in place of the authenticator that is about to be bound. */
function BindInstead({ changed }: { changed: () => void }) {
  const { t } = useTranslation('access')
  const { busy, send } = useSend()
  const ask = async () => {
    try {
      await logInWithCode({ passkey: true })
      changed()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Button variant="default" size="sm" fullWidth loading={busy} onClick={() => send(ask)}>
      {t('passkey.instead')}
    </Button>
  )
}

function BindPasskey({ pending }: { pending: Pending }) {
  const { t } = useTranslation('access')
  const { busy, send } = useSend()
  const add = async () => {
    try {
      const credential = await makePasskey({ challenge: pending.challenge ?? '', options: pending.options ?? {} })
      const passkeyName = deviceOf(navigator.userAgent)
      goOn(await logInWithCode({ credential, ...(passkeyName && { passkeyName }) }))
    } catch (error) {
      showWarning(passkeyProblem(error))
    }
  }
  return (
    <Card title={t('passkey.bindTitle')} lead={t('passkey.bindLead')}>
      <Stack gap="sm">
        <Button size="sm" fullWidth loading={busy} onClick={() => send(add)} data-autofocus>
          {t('passkey.add')}
        </Button>
        <BackToLogin />
      </Stack>
    </Card>
  )
}

function Binding({ pending: { qrCode, secret = '' } }: { pending: Pending }) {
  const { t } = useTranslation('access')
  return (
    <Stack gap="sm">
      {qrCode && <img src={qrCode} alt={t('google.qr')} width={184} height={184} className={styles.picture} />}
      <Text>{t('google.secret')}</Text>
      <Secret secret={secret} />
    </Stack>
  )
}

/** An authenticator's secret, in groups that can be typed. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('common')
  return (
    <Group gap="xs" wrap="nowrap">
      <Code className={styles.secret} dir="ltr">
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Code>
      <CopyButton text={secret} label={t('copy')} withText />
    </Group>
  )
}
