// A code by SMS to the guild's own phone: the leader enters the number, then the code sent to it.
import { smsSend } from '@greenroom/contract/access'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../action/form/anyForm.ts'
import { call } from '../../../api/call.ts'
import { useAttempt } from '../../../ui/useAttempt.ts'

/** A form with a field `smsCode`. */
export function CodeField({ form }: { form: AnyForm }) {
  const { t, i18n } = useTranslation('guilds')
  const [areaCode, setAreaCode] = useState('')
  const [phoneNumber, setPhoneNumber] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = () =>
    attempt(async () => {
      const answer = await call(smsSend, { areaCode, phoneNumber, validate: 'withdraw', language: i18n.language })
      setLeft(answer.retryAfterSeconds)
    })
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="wrap">
        <TextInput
          label={t('code.areaCode')}
          placeholder="86"
          dir="ltr"
          w={90}
          inputMode="tel"
          value={areaCode}
          onChange={(event) => setAreaCode(event.currentTarget.value)}
        />
        <TextInput
          label={t('code.phone')}
          dir="ltr"
          style={{ flex: '1 1 160px' }}
          inputMode="tel"
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={left > 0 || areaCode === '' || phoneNumber === ''}
          onClick={() => void send()}
        >
          {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
        </Button>
      </Group>
      {fault !== '' && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <TextInput
        label={t('code.code')}
        description={t('code.hint')}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.getInputProps('smsCode')}
      />
    </>
  )
}
