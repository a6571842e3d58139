// A code by SMS to the account's own phone: the leader asks for it, then enters it.
import { ownCodeSend } from '@greenroom/contract/access'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { call } from '../../../api/call.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { useCountdown } from '../../../ui/behaviour/useCountdown.ts'

/** A form with a field `smsCode`. */
export function CodeField({ form }: { form: AnyForm }) {
  const { t } = useTranslation('guilds')
  const [phone, setPhone] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const { left, start } = useCountdown()
  const send = () =>
    attempt(async () => {
      const answer = await call(ownCodeSend, {})
      setPhone(answer.phone)
      start(answer.retryAfterSeconds)
    })
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="wrap">
        <TextInput
          label={t('code.code')}
          description={t('code.hint')}
          required
          dir="ltr"
          style={{ flex: '1 1 200px' }}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...form.getInputProps('smsCode')}
        />
        <Button variant="default" loading={busy} disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
        </Button>
      </Group>
      {phone !== '' && (
        <Text size="xs" role="status">
          {t('code.sent')} <bdi dir="ltr">{phone}</bdi>
        </Text>
      )}
      {fault !== '' && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </>
  )
}
