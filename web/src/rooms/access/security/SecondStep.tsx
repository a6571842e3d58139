// What stands for the authenticator's code at log-in: a passkey, or a recovery code.
import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from '../../../session/address.tsx'
import { explain, showError } from '../../../session/messages.ts'
import { takeReturnPath } from '../../../session/notice.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { type LoginStep, logInWithCode } from '../logIn.ts'
import { logInWithPasskey } from './passkeyLogin.ts'

/** Goes where a step leads. */
export function goOn(step: LoginStep): void {
  if (step === 'done') goTo(takeReturnPath(), { replace: true })
  else goTo(step === 'sms' ? '/verify' : '/googleCode', { replace: true })
}

export function PasskeyButton({ text }: { text: string }) {
  const { busy, send } = useSend()
  return (
    <Button variant="default" size="sm" fullWidth loading={busy} onClick={() => send(logInWithPasskey)}>
      {text}
    </Button>
  )
}

/** A field for a recovery code, behind a button. */
export function RecoveryStep() {
  const { t } = useTranslation('access')
  const [shown, setShown] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { busy, send } = useSend()
  if (!shown)
    return (
      <Button variant="subtle" size="sm" fullWidth onClick={() => setShown(true)}>
        {t('passkey.useRecovery')}
      </Button>
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setError(t('passkey.recoveryEmpty'))
    await send(async () => {
      try {
        goOn(await logInWithCode({ recoveryCode: code.trim() }))
      } catch (refusal) {
        setError(explain(refusal)?.text)
        showError(refusal)
      }
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('passkey.recovery')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="sm"
          maxLength={40}
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" size="sm" fullWidth loading={busy}>
          {t('code.submit')}
        </Button>
      </Stack>
    </form>
  )
}
