import { limits } from '@greenroom/contract/limits'
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { showError } from '../../session/messages.ts'
import { type Notice, takeNotice, takeReturnPath } from '../../session/notice.ts'
import { Card } from './Card.tsx'
import { logIn } from './logIn.ts'

let left: Notice | undefined
/** Read once for the page, also where React draws twice to find mistakes. */
const noticeLeft = () => {
  left = takeNotice() ?? left
  return left
}

/** /login: account and password; a second step follows where the account's role asks for one. */
export default function Login() {
  const { t } = useTranslation(['access', 'errors'])
  const navigate = useNavigate()
  const [notice] = useState(noticeLeft)
  const [sending, setSending] = useState(false)
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (name) => (name.trim() === '' ? t('login.usernameEmpty') : null),
      password: (password) =>
        password.length < limits.loginPasswordMin ? t('login.passwordShort', { min: limits.loginPasswordMin }) : null,
    },
  })

  useEffect(() => {
    document.title = t('login.page')
  }, [t])

  const send = form.onSubmit(
    async (values) => {
      setSending(true)
      try {
        const step = await logIn(values)
        left = undefined
        if (step === 'done') navigate(takeReturnPath(), { replace: true })
        else navigate(step === 'sms' ? '/verify' : '/googleCode')
      } catch (error) {
        showError(error)
        setSending(false)
      }
    },
    (errors) => form.getInputNode(errors['username'] ? 'username' : 'password')?.focus(),
  )

  return (
    <Card title={t('login.title')} lead={t('login.lead')}>
      {notice && (
        <Alert color="yellow" variant="light" mb="md" role="status">
          {t('errors:10007')}
        </Alert>
      )}
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="sm"
            key={form.key('username')}
            {...form.getInputProps('username')}
            onBlur={() => form.setFieldValue('username', (name) => name.trim())}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            size="sm"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="sm" mt={6} fullWidth loading={sending}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
      <Text mt="lg" c="dimmed">
        {t('login.noGuild')}{' '}
        <Anchor component={Link} to="/register" inherit underline="always">
          {t('login.register')}
        </Anchor>
      </Text>
    </Card>
  )
}
