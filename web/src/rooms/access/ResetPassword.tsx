// /verify for a forgotten or first password: a code to the account's phone, then a new password.
import { passwordReset, smsSend } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { showError, showSuccess } from '../../session/messages.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import styles from './CaptchaField.module.css'
import { Card } from './Card.tsx'

const empty = { username: '', areaCode: '+86', phoneNumber: '', smsCode: '', newPassword: '', again: '' }
type Field = keyof typeof empty

export function ResetPassword() {
  const { t } = useTranslation('access')
  const { left, start } = useCountdown()
  const [values, setValues] = useState(empty)
  const [tried, setTried] = useState<'code' | 'all'>()
  const code = useSend()
  const all = useSend()
  useEffect(() => {
    document.title = t('reset.page')
  }, [t])

  const wrong: Partial<Record<Field, string>> = {
    ...(values.phoneNumber.trim() === '' && { phoneNumber: t('reset.phoneEmpty') }),
    ...(tried === 'all' && values.username.trim() === '' && { username: t('login.usernameEmpty') }),
    ...(tried === 'all' &&
      values.smsCode.trim().length !== limits.verificationCode && {
        smsCode: t('code.short', { digits: limits.verificationCode }),
      }),
    ...(tried === 'all' && values.newPassword.length < limits.agencyPasswordMin && { newPassword: t('reset.rule') }),
    ...(tried === 'all' && values.newPassword !== values.again && { again: t('reset.different') }),
  }
  const field = (name: Field) => ({
    size: 'sm',
    value: values[name],
    error: tried && wrong[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  const phone = { areaCode: values.areaCode.trim(), phoneNumber: values.phoneNumber.trim() }

  const sendCode = async () => {
    setTried('code')
    if (wrong.phoneNumber) return
    await code.send(askForCode)
  }
  const askForCode = async () => {
    try {
      const { retryAfterSeconds } = await call(smsSend, { ...phone, language: currentLanguage(), validate: 'reset' })
      start(retryAfterSeconds)
      showSuccess(t('reset.sent'))
    } catch (error) {
      showError(error)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried('all')
    const { username, smsCode, newPassword, again } = values
    const complete =
      username.trim() !== '' &&
      phone.phoneNumber !== '' &&
      smsCode.trim().length === limits.verificationCode &&
      newPassword.length >= limits.agencyPasswordMin &&
      newPassword === again
    if (!complete) return
    await all.send(async () => {
      try {
        await call(passwordReset, { ...phone, username: username.trim(), smsCode: smsCode.trim(), newPassword })
        showSuccess(t('reset.done'))
        goTo('/login', { replace: true })
      } catch (error) {
        showError(error)
      }
    })
  }

  return (
    <Card title={t('reset.title')} lead={t('reset.lead')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            {...field('username')}
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <Group gap="xs" align="flex-start" wrap="nowrap" dir="ltr">
            <TextInput {...field('areaCode')} label={t('reset.areaCode')} autoComplete="tel-country-code" w={90} />
            <TextInput
              {...field('phoneNumber')}
              label={t('reset.phone')}
              type="tel"
              autoComplete="tel-national"
              className={styles.text ?? ''}
            />
          </Group>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              {...field('smsCode')}
              label={t('code.label')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={limits.verificationCode}
              className={styles.text ?? ''}
            />
            <Button
              variant="default"
              size="sm"
              mt={24}
              miw={118}
              onClick={sendCode}
              disabled={left > 0}
              loading={code.busy}
            >
              {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
            </Button>
          </Group>
          <PasswordInput
            {...field('newPassword')}
            label={t('reset.newPassword')}
            description={t('reset.rule')}
            autoComplete="new-password"
          />
          <PasswordInput {...field('again')} label={t('reset.again')} autoComplete="new-password" />
          <Button type="submit" size="sm" mt={6} fullWidth loading={all.busy}>
            {t('reset.submit')}
          </Button>
          <Anchor component={PublicLink} to="/login" replace underline="always" ta="center">
            {t('code.back')}
          </Anchor>
        </Stack>
      </form>
    </Card>
  )
}
