// /verify#<link>: a holder sets the password of their account with the link and the code, which they got from two colleagues.
import { passwordByLink } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { goTo } from '../../session/address.tsx'
import { showError, showSuccess } from '../../session/messages.ts'
import { useSend } from '../../ui/useSend.ts'
import { Card } from './Card.tsx'

const empty = { code: '', newPassword: '', again: '' }
type Field = keyof typeof empty

const linkCodeDigits = 8

export function SetPassword({ token }: { token: string }) {
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
