// Asks whether it is the holder who sits there, before a factor or the number changes.

import type { Answer } from '@greenroom/contract/call'
import { passkeyProve, type securityInfo } from '@greenroom/contract/security'
import { Alert, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { passkeyFault, passkeyProblem, type Signed, signPasskey } from './passkeys.ts'

type Info = Answer<typeof securityInfo>

/** What a call takes as a proof. */
export type Proof = { password: string } | { code: string } | { challenge: string; passkey: Signed }

type Props = {
  of: Info
  title: string
  /** What the change does, above the proof. */
  children?: ReactNode
  close: () => void
  /** @throws what is shown in the dialog, which stays open */
  go: (proof: Proof) => Promise<void>
}

/** With a passkey, a code, or the password of an account without either. */
export function ProofDialog({ of, title, children, close, go }: Props) {
  const { t } = useTranslation(['security', 'common'])
  const [typed, setTyped] = useState('')
  const [empty, setEmpty] = useState(false)
  const [fault, setFault] = useState('')
  const { busy, send } = useSend()
  const asksPassword = of.proofs.includes('password')
  const asksCode = of.proofs.includes('google') || of.proofs.includes('recovery')
  const signs = of.proofs.includes('passkey') && passkeyFault(of.host) === undefined

  const attempt = (prove: () => Promise<Proof>) =>
    send(async () => {
      setFault('')
      try {
        await go(await prove())
      } catch (error) {
        setFault(passkeyProblem(error))
      }
    })
  const sign = () =>
    attempt(async () => {
      const asked = await call(passkeyProve, {})
      return { challenge: asked.challenge, passkey: await signPasskey(asked) }
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return setEmpty(true)
    void attempt(async () => (asksPassword ? { password: typed } : { code: typed }))
  }
  const field = {
    value: typed,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value)
      setEmpty(false)
    },
  }
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack gap="sm">
        {children}
        <Text c="dimmed">{t('proof.lead')}</Text>
        {fault !== '' && (
          <Alert color="red" role="alert" p="xs">
            {fault}
          </Alert>
        )}
        {signs && (
          <Button onClick={sign} loading={busy}>
            {t('proof.passkey')}
          </Button>
        )}
        {(asksPassword || asksCode) && (
          <form onSubmit={submit} noValidate>
            <Stack gap="sm">
              {asksPassword ? (
                <PasswordInput
                  {...field}
                  label={t('proof.password')}
                  autoComplete="current-password"
                  error={empty && t('proof.passwordEmpty')}
                />
              ) : (
                <TextInput
                  {...field}
                  label={t('proof.code')}
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  error={empty && t('proof.codeEmpty')}
                />
              )}
              <Button type="submit" variant={signs ? 'default' : 'filled'} loading={busy}>
                {t('proof.go')}
              </Button>
            </Stack>
          </form>
        )}
      </Stack>
    </Modal>
  )
}
