import '@mantine/core/styles/Code.layer.css'
import { Code, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GoTo } from '../../session/address.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Card } from './Card.tsx'
import { CodeStep } from './CodeStep.tsx'
import styles from './GoogleCode.module.css'
import { logInWithCode, type Pending, readPending } from './logIn.ts'

/** /googleCode: the authenticator's code; the first time also the QR code to bind one. */
export default function GoogleCode() {
  const { t } = useTranslation('access')
  const [pending] = useState(readPending)
  useEffect(() => {
    document.title = t('google.page')
  }, [t])
  if (!pending) return <GoTo path="/login" />
  return (
    <Card
      title={pending.bindGoogle ? t('google.bindTitle') : t('google.title')}
      lead={pending.bindGoogle ? t('google.bindLead') : t('google.lead')}
    >
      <CodeStep label={t('code.label')} submit={(macCode) => logInWithCode({ macCode })}>
        {pending.bindGoogle && <Binding pending={pending} />}
      </CodeStep>
    </Card>
  )
}

function Binding({ pending: { qrCode, secret = '' } }: { pending: Pending }) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Stack gap="sm">
      {qrCode && <img src={qrCode} alt={t('google.qr')} width={184} height={184} className={styles.picture} />}
      <Text>{t('google.secret')}</Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={styles.secret} dir="ltr">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        <CopyButton text={secret} label={t('common:copy')} withText />
      </Group>
    </Stack>
  )
}
