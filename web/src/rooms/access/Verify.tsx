import { passwordByLink, smsSend } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { GoTo, goTo } from '../../session/address.tsx'
import { showError, showSuccess } from '../../session/messages.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Card } from './Card.tsx'
import { CodeStep } from './CodeStep.tsx'
import { logInWithCode, type Pending, readPending } from './logIn.ts'
import { ResetPassword } from './ResetPassword.tsx'

// /verify#<link>: a holder sets the password of their account with the link and the code, which they got from two colleagues.
const empty = { code: '', newPassword: '', again: '' }
type Field = keyof typeof empty

const linkCodeDigits = 8

function SetPassword({ token }: { token: string }) {
  const { t } = useTranslation('access')
  const [values, setValues] = useState(empty)
  const [tried, setTried] = useState(false)
  const { busy: sending, send } = useSend()
  useEffect(() => {
    document.title = t('reset.page')
  }, [t])

  const wrong: Partial<Record<Field, string>> = {
    ...(values.code.trim().length < linkCodeDigits && { code: t('code.short', { digits: linkCodeDigits }) }),
    ...(values.newPassword.length < limits.agencyPasswordMin && { newPassword: t('reset.rule') }),
    ...(values.newPassword !== values.again && { again: t('reset.different') }),
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

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(wrong).length > 0) return
    await send(async () => {
      try {
        await call(passwordByLink, { token, code: values.code.trim(), newPassword: values.newPassword })
        showSuccess(t('reset.done'))
        goTo('/login', { replace: true })
      } catch (error) {
        showError(error)
      }
    })
  }

  return (
    <Card title={t('reset.title')} lead={t('reset.byLink')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            {...field('code')}
            label={t('code.label')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            autoFocus
          />
          <PasswordInput
            {...field('newPassword')}
            label={t('reset.newPassword')}
            description={t('reset.rule')}
            autoComplete="new-password"
          />
          <PasswordInput {...field('again')} label={t('reset.again')} autoComplete="new-password" />
          <Button type="submit" size="sm" mt={6} fullWidth loading={sending}>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

/**
 * /verify: the code sent to the account's phone, to finish a log-in or, with `?for=reset`, to set a password. With a link's
 * token after `#`, the page that takes it and a code. Without any, back to /login.
 */
export default function Verify() {
  const [pending] = useState(readPending)
  const [link] = useState(() => window.location.hash.slice(1))
  if (link !== '') return <SetPassword token={link} />
  if (new URLSearchParams(window.location.search).get('for') === 'reset') return <ResetPassword />
  return pending ? <VerifyStep pending={pending} /> : <GoTo path="/login" />
}

function VerifyStep({ pending }: { pending: Pending }) {
  const { t } = useTranslation('access')
  const { left, start } = useCountdown()
  const [sent, setSent] = useState(false)
  const { busy: sending, send } = useSend()
  const phone = pending.phone ?? ''

  const sendCode = () => send(askForCode)
  const askForCode = async () => {
    const [areaCode = '', ...number] = phone.split(' ')
    try {
      const { retryAfterSeconds } = await call(smsSend, {
        areaCode,
        phoneNumber: number.join(''),
        language: currentLanguage(),
        validate: 'login',
        ...(pending.challenge ? { challenge: pending.challenge } : {}),
      })
      setSent(true)
      start(retryAfterSeconds)
    } catch (error) {
      showError(error)
    }
  }

  // The first code is sent automatically.
  const first = useRef(true)
  // biome-ignore lint: once
  useEffect(() => {
    document.title = t('verify.page')
    if (!first.current) return
    first.current = false
    void sendCode()
  }, [])

  return (
    <Card title={t('verify.title')} lead={t('verify.lead')}>
      <CodeStep label={t('code.label')} submit={(verifyCode) => logInWithCode({ verifyCode })}>
        <Group justify="space-between" wrap="nowrap">
          <Text>
            {sent ? t('verify.sentTo') : t('verify.sendTo')} <bdi dir="ltr">{phone}</bdi>
          </Text>
          <Button variant="default" onClick={sendCode} disabled={left > 0} loading={sending} miw={118}>
            {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
          </Button>
        </Group>
      </CodeStep>
    </Card>
  )
}
