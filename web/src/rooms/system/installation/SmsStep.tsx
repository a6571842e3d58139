// SMS and mail: which provider sends, and a test message of each.
import { smsTest } from '@greenroom/contract/installation'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { MailTest } from './MailTest.tsx'
import type { StepProps } from './useSetup.ts'

const setting = 'SMS_PROVIDER'

export function SmsStep({ state }: StepProps) {
  const { sms } = state
  const { t } = useTranslation('installation')
  const refresh = useRefresh()
  const [areaCode, setAreaCode] = useState('')
  const [phoneNumber, setPhoneNumber] = useState('')
  const [sentTo, setSentTo] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const send = () =>
    attempt(async () => {
      setSentTo('')
      await call(smsTest, { areaCode, phoneNumber })
      setSentTo(`${areaCode} ${phoneNumber}`)
      await refresh()
    })
  return (
    <>
      <Facts of={[[t('sms.provider'), <Code key="provider">{`${setting}=${sms.provider}`}</Code>]]} />
      {!sms.sends && <Alert color="yellow">{t('sms.console')}</Alert>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap="xs">
          <Group align="flex-end" gap="xs">
            <TextInput
              w={110}
              label={t('sms.areaCode')}
              placeholder="+86"
              inputMode="tel"
              value={areaCode}
              onChange={(event) => setAreaCode(event.currentTarget.value)}
            />
            <TextInput
              label={t('sms.phone')}
              inputMode="tel"
              autoComplete="off"
              value={phoneNumber}
              onChange={(event) => setPhoneNumber(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={busy}>
              {t('sms.send')}
            </Button>
          </Group>
          {fault !== '' && (
            <Text c="red" role="alert">
              {fault}
            </Text>
          )}
          {sentTo !== '' && <Text role="status">{t(sms.sends ? 'sms.sent' : 'sms.printed', { phone: sentTo })}</Text>}
        </Stack>
      </form>
      <MailTest state={state} />
    </>
  )
}
