// Mail: which server takes it, and a test mail with what that server answers.
import type { Answer } from '@greenroom/contract/call'
import { mailTest } from '@greenroom/contract/installation'
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import type { StepProps } from './useSetup.ts'

export function MailTest({ state: { mail } }: Pick<StepProps, 'state'>) {
  const { t } = useTranslation('installation')
  const [to, setTo] = useState('')
  const [came, setCame] = useState<Answer<typeof mailTest>>()
  const { busy, fault, attempt } = useAttempt()
  if (mail.server === '') return <Alert color="blue">{t('mail.off')}</Alert>
  const send = () =>
    attempt(async () => {
      setCame(undefined)
      setCame(await call(mailTest, { to: to.trim() }))
    })
  return (
    <>
      <Facts of={[[t('mail.server'), <Code key="server">{mail.server}</Code>]]} />
      {!mail.linked && <Alert color="yellow">{t('mail.unlinked')}</Alert>}
      <Text>
        {t('mail.own')}{' '}
        <Anchor component={Link} to="/account/security">
          {t('mail.ownLink')}
        </Anchor>
      </Text>
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
              label={t('mail.to')}
              type="email"
              autoComplete="email"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={busy}>
              {t('mail.send')}
            </Button>
          </Group>
          {fault !== '' && (
            <Text c="red" role="alert">
              {fault}
            </Text>
          )}
          {came && (
            <Text role="status" {...(!came.accepted && { c: 'red' })}>
              {t(came.accepted ? 'mail.accepted' : 'mail.refused', { answer: came.answer })}
            </Text>
          )}
        </Stack>
      </form>
    </>
  )
}
